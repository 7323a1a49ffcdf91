"""How long the grounding check takes as texts grow: seconds for a megabyte, and the growth from half of it.

    python benchmarks/grounding_speed.py [--size 1000000]

The peer splits at blanks and asks, for each word with a digit, whether the passages have it:
the least that any check of numbers does. Growth near 2 is linear; 4 would be quadratic.
"""

import argparse
from collections.abc import Callable
from time import process_time

from ragedu.grounding import check_grounding

PASSAGES = {"a-1": "It costs 5 euro. " * 100, "b": "It takes 14 days."}

# What a text is made of, over and over: ordinary answers first, then what makes careless patterns slow.
PIECES = {
    "answers": "Delivery to an office costs 5 euro, and it takes 14 days to send it back [a-1]. ",
    "prose": "The office is open and a parcel waits for whoever comes to fetch it in the morning. ",
    "Chinese": "价格是5元，14天内可以退货[b]。",
    "Hindi": "कीमत ५ रुपये है और १४ दिन में लौटाएँ [b]। ",
    "digits": "1",
    "grouped digits": "1,",
    "blanks": " ",
    "lines": "\n",
    "stops": ". ",
    "open brackets": "[",
    "unclosed brackets": "[a ",
    "citations": "[a-1]",
    "ranges": "[1-20]",
    "dashes": "-",
    "codes": "a1-",
    "one word": "a",
    "refusals": "I don't know. ",
}


def seconds(work: Callable[[str], object], text: str) -> float:
    started = process_time()
    work(text)
    return process_time() - started


def checked(text: str) -> object:
    return check_grounding(text, PASSAGES)


def by_words(text: str) -> object:
    """The peer: no units, no formats, no sentences."""
    known = {word for each in PASSAGES.values() for word in each.split()}
    return [word for word in text.split() if any(map(str.isdigit, word)) and word not in known]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1_000_000, help="characters of the longer text")
    size = parser.parse_args().size
    print(f"{'text':<18} {'seconds':>8} {'growth':>7} {'by words':>9}")
    for name, piece in PIECES.items():
        long = piece * (size // len(piece))
        half, whole = seconds(checked, long[: size // 2]), seconds(checked, long)
        print(f"{name:<18} {whole:>8.2f} {whole / max(half, 1e-9):>7.1f} {seconds(by_words, long):>9.2f}")


if __name__ == "__main__":
    main()
