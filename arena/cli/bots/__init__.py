"""The commands about bots: submit, check, list, retire; a folder of checkouts taken in."""
