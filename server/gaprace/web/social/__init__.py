"""Link previews and QR codes for other sites and phones.

`lookup` finds the subject of a URL, `previews` composes the texts, `pictures` and `text` draw the pictures,
`picture_cache` caches them, and `routes` serves them.
"""
