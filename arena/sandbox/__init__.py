"""The sandbox where bots run: it confines each as far as the machine can."""
