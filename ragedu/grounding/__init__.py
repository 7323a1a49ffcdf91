"""Does the answer stand on what was found? Citations, numbers and their units, held against the passages."""

from ragedu.grounding.checking import KINDS, Grounding, Kind, Problem, check_grounding, unsupported
from ragedu.grounding.citing import Citation, citations
from ragedu.grounding.examples import GalleryItem, gallery
from ragedu.grounding.marking import Mark
from ragedu.grounding.phrases import REFUSALS
from ragedu.grounding.quantities import Number, numbers
from ragedu.grounding.refusals import is_refusal
from ragedu.grounding.splitting import Span, sentences

__all__ = [
    "KINDS",
    "REFUSALS",
    "Citation",
    "GalleryItem",
    "Grounding",
    "Kind",
    "Mark",
    "Number",
    "Problem",
    "Span",
    "check_grounding",
    "citations",
    "gallery",
    "is_refusal",
    "numbers",
    "sentences",
    "unsupported",
]
