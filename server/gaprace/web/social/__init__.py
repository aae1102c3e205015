"""What other sites and phones see of a link: titles, pictures, QR codes."""
