"""From words to a page state: which state is meant, the way there, and walking it."""
