"""What webhooks and web push tell, to whom, and when."""
