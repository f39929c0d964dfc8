module my_bot

go 1.18
