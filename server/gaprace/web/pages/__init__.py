"""The pages of the client, and the files that they are made of."""
