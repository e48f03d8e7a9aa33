#!/bin/bash
# After all tasks of the array: sbatch --dependency=afterok:ARRAY_JOB_ID deploy/slurm/merge.sh
#
#SBATCH --job-name=krizovkaren-merge
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=00:30:00
#SBATCH --output=krizovkaren-merge-%j.log
set -euo pipefail

out=${OUT:-output}

.venv/bin/factory corpus merge "$out"/shard-*-of-* --out "$out"
for bundle in "$out"/*/bundle; do
  .venv/bin/factory bundle verify "$bundle"
done
