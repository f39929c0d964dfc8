"""The work of the commands of `arena`; importing one is quick until it runs."""
