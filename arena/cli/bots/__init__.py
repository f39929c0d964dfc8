"""The commands about bots: submit, check, list, retire, and submit a folder of checkouts."""
