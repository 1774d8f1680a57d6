"""A reader of pages who knows no more than what is printed: signs as they stand, and the precedence of print."""
