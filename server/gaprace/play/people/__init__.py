"""People: names, ratings, groups, and the decisions of moderators about them."""
