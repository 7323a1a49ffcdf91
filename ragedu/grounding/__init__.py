"""Does the answer stand on what was found? Citations, numbers and their units, held against the passages."""

from ragedu.grounding.citing import Citation, citations
from ragedu.grounding.quantities import Number, numbers
from ragedu.grounding.splitting import Span, sentences

__all__ = ["Citation", "Number", "Span", "citations", "numbers", "sentences"]
