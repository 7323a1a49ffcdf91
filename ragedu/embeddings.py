"""Small word embeddings: texts as vectors, by the library wordllama, which comes with the extra `search`.

Its model (16 MB) is part of that package, so nothing is downloaded.
"""

import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ragedu.extras import missing


def unit_vectors(texts: Sequence[str]) -> Any:
    """A numpy array with a row of length 1 for each text; of length 0 where a text has no token that the model knows.

    Equal texts may differ in the seventh digit, by where they stand.
    """
    model = _model()
    import numpy as np

    # Half a character, a lone surrogate, cannot be handed to the tokenizer.
    sound = [text.encode("utf-8", "replace").decode() for text in texts]
    vectors = model.embed(sound) if sound else np.zeros((0, 1), "float32")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


@cache
def _model() -> Any:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        import wordllama
    except ImportError:
        raise missing("embeddings need wordllama", "search") from None
    finally:
        # It sets up everybody's logging when it is imported, which is not for it to decide.
        root.handlers[:] = handlers
        root.setLevel(level)
    # Left alone, it looks for its own files in the user's cache and then fetches them.
    return wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)
