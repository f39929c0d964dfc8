"""The sandbox: runs each bot confined as well as the machine can."""
