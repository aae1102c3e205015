"""How processes tell each other about rooms."""
