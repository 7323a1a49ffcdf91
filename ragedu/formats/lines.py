"""Lines of a text file as every reader here takes them, and files written whole or not at all."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ragedu.formats.errors import Fault, FormatError, StrPath, quoted

_BOM = b"\xef\xbb\xbf"
_BLANKS = b" \t\r\n\v\f"
_CHUNK = 1 << 16
_FOREIGN = {
    b"\xff\xfe": ("a UTF-16 byte-order mark", "Save the file as UTF-8."),
    b"\xfe\xff": ("a UTF-16 byte-order mark", "Save the file as UTF-8."),
    b"\x1f\x8b": ("a gzip file", "Unpack it first, for example with gunzip -k."),
    b"PK\x03\x04": ("a zip file", "Unpack it first."),
}


def sound_chunks(path: StrPath) -> Iterator[tuple[int, list[bytes]]]:
    """The lines of a UTF-8 file, ended by LF or CRLF, some at a time, each time with the number of the first one.

    Without the byte-order mark. FormatError for a file that is missing or empty, and for a line with bytes that are not
    UTF-8, a NUL, or a lone carriage return, which would hide where lines end.
    """
    # Many lines are checked at once, because looking at every single one takes longer than splitting it into columns.
    first = 1
    with _opened(path) as file:
        while lines := file.readlines(_CHUNK):
            if _trouble_in(b"".join(lines)):
                index, trouble = next((i, found) for i, line in enumerate(lines) if (found := _trouble_in(line)))
                yield first, lines[:index]
                raise FormatError(path, first + index, *trouble)
            yield first, lines
            first += len(lines)


def numbered_lines(path: StrPath) -> Iterator[tuple[int, bytes]]:
    """The lines that say something, with their numbers: neither blank lines nor comments (a # comes first)."""
    for first, lines in sound_chunks(path):
        for number, line in enumerate(lines, start=first):
            text = line.strip(_BLANKS)
            if text and not text.startswith(b"#"):
                yield number, text


def nothing_in(path: StrPath, expected: str) -> FormatError:
    """The error for a file that has lines, but none that says anything."""
    return FormatError(path, None, expected, "nothing but blank lines and comments", "Check how the file was written.")


def _opened(path: StrPath) -> BinaryIO:
    place = Path(path)
    if not place.exists():
        raise FormatError(path, None, "a file to read", "none of that name", "Check the path.")
    if place.is_dir():
        raise FormatError(path, None, "a file to read", "a folder", "Name a file inside it.")
    if not place.is_file():
        # A wrong line is looked for a second time, which a pipe does not allow.
        raise FormatError(path, None, "a file to read", "a pipe or a device", "Save its contents to a file first.")
    if not place.stat().st_size:
        raise FormatError(path, None, "at least one line", "an empty file of 0 bytes", "Check how it was written.")
    file = place.open("rb")
    start = file.read(4)
    file.seek(len(_BOM) if start.startswith(_BOM) else 0)
    foreign = next((each for each in _FOREIGN if start.startswith(each)), None)
    if foreign is None:
        return file
    file.close()
    raise FormatError(path, 1, "UTF-8 text", *_FOREIGN[foreign])


def _trouble_in(text: bytes) -> Fault | None:
    """What is expected, found and advised where text cannot be taken as lines of UTF-8; None where it can."""
    if b"\r" in text and text.count(b"\r") > text.count(b"\r\n"):
        return (
            "lines that end in LF or CRLF",
            "a lone carriage return (CR)",
            "Two lines may be glued together here. Save the file with line ends LF.",
        )
    if b"\0" in text:
        return "UTF-8 text", "a NUL byte", "The file may be damaged, or not a text file. Write it anew."
    if text.startswith(_BOM) or b"\n" + _BOM in text:
        return "one byte-order mark at most, at the very start", "another one", "Files seem to be joined: remove it."
    try:
        text.decode()
    except UnicodeDecodeError as error:
        stray = text[error.start : error.end]
        return "UTF-8 text", f"the stray bytes {quoted(stray)}", "Save the file as UTF-8."
    return None
