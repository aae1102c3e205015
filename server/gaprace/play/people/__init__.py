"""People: names, ratings, groups, and what moderators decide about them."""
