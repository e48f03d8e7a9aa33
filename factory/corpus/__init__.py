"""The corpus: jobs, epochs, the run and its ledger."""
