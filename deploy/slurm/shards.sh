#!/bin/bash
# One shard per task of an array: sbatch deploy/slurm/shards.sh, from the checkout, then (see merge.sh) the merge.
#
# Every shard owns whole sizes and has a ledger of its own, so tasks need nothing of each other. A task that is ended or
# requeued goes on behind what it had accepted. A task beyond the number of sizes has nothing to do.
#
#SBATCH --job-name=krizovkaren
#SBATCH --array=1-4
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=1G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=krizovkaren-%A_%a.log
# SIGTERM a minute before the end: the run stops cleanly (exit code 130).
#SBATCH --signal=TERM@60
set -euo pipefail

language=${PUZZLE_LANG:-sk}
sizes=${SIZES:-8-18}
per_size=${PER_SIZE:-200}
# Set up beforehand with make setup, on a file system that all nodes see. The ledger is SQLite with a write-ahead log: one
# node at a time may open it, which is so here, and the file system must have working locks.
out=${OUT:-output}

exec srun .venv/bin/factory corpus --lang "$language" --sizes "$sizes" --per-size "$per_size" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --workers "$SLURM_CPUS_PER_TASK" --out "$out" --quiet
