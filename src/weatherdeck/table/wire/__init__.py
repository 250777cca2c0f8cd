"""What goes over the network: the types of messages, and what each seat is told."""
