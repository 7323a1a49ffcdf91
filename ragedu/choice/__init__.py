"""Multiple choice: asking, reading which options were picked, and scoring them.

| module | holds |
|---|---|
| `words` | how six languages state an answer, as tables that can be extended |
| `letters` | the options of a question, and the picks that stand at one place of a text |
| `reading` | `parse_choice`, which tries one rule after the other, and `ask_choice` |
| `scoring` | outcomes, the four rules, what guessing earns, and the report over many answers |
"""

from ragedu.choice.reading import Reading, ask_choice, parse_choice, read_letters
from ragedu.choice.scoring import (
    ChoiceAnswer,
    ChoiceOutcome,
    ChoiceReport,
    choice_outcome,
    choice_report,
    expected_for_guessing,
    score_choice,
)
from ragedu.choice.words import LANGUAGES, Words

__all__ = [
    "LANGUAGES",
    "ChoiceAnswer",
    "ChoiceOutcome",
    "ChoiceReport",
    "Reading",
    "Words",
    "ask_choice",
    "choice_outcome",
    "choice_report",
    "expected_for_guessing",
    "parse_choice",
    "read_letters",
    "score_choice",
]
