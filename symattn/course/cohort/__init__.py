"""The class as a whole: who is in it and who handed in what, what they did alike, how the lines fared, what a person looks at."""
