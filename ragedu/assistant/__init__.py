"""The RAG assistant under test: `shop` is the one the lessons start with."""
