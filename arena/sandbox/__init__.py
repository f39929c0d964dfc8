"""Where bots run: what each may see and use, as far as the machine can confine it."""
