"""Teaching: lessons, puzzles, exhibits, reference sheets and progress records."""
