"""Many sheets, many students, many platforms: from a worksheet to everything a course hands out."""
