"""The pages of the client, and their files."""
