"""What the commands of `arena` do, each import-light until it runs."""
