"""The pages and files of the client."""
