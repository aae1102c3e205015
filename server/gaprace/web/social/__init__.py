"""What other sites and phones show of a link: titles, pictures, QR codes.

`lookup` finds what an address leads to, `previews` words it, `pictures` and `text` draw it, `picture_cache` keeps the
drawings, `routes` serves them.
"""
