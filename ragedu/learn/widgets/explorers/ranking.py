"""The ranking explorer on the screen: rows to mark and move, a cut to drag, the scores below."""

from typing import Any

import ipywidgets

from ragedu.learn.explorers.ranking import NOTHING_RELEVANT, SHOWN, RankingExplorer, told
from ragedu.learn.widgets.explorers.pieces import Live, button, html, row, show
from ragedu.tables import visible

GRADES = (0, 1, 2, 3)


TICK = "Tick what is relevant."
GRADE = "Give each passage its grade."


class DrawnRanking(Live):
    """A ranking to rearrange. The rows stay where they are, and passages move through them: so the keyboard's focus
    can follow a passage, and nothing on the page is built anew.

    start, now  the ranking at first, and as it stands
    """

    def __init__(self, explorer: RankingExplorer) -> None:
        self.start = self.now = explorer
        super().__init__(explorer)
        self.draw()

    def controls(self) -> list[Any]:
        places = len(self.start.retrieved) + len(self.start.left_out)
        self.rows = [Row(self, place) for place in range(min(places, SHOWN))]
        self.left_rows = [LeftRow(self, place) for place in range(min(places, SHOWN))]
        self.ranked, self.left = ipywidgets.VBox(), ipywidgets.VBox()
        self.below, self.left_head = html(""), html("<strong>Not in the ranking</strong>")
        self.cut = ipywidgets.IntSlider(self.start.k, min=1, max=max(places, self.start.k, 2), description="k")
        self.cut.observe(lambda change: self.in_words(lambda: self.cut_at(change.new)), "value")
        self.reset_button = button("Reset", "", lambda: self.act(self.reset))
        head = html(f"<strong>The ranking</strong> {GRADE if self.start.graded else TICK}")
        under = row(self.cut, self.reset_button)
        return [head, self.ranked, self.below, self.left_head, self.left, under]

    def views(self) -> list[Any]:
        self.scores = html("")
        return [self.scores]

    # --- what the learner does ---

    def move(self, place: int, by: int) -> None:
        """Move a passage, and the focus with it."""
        passage, moved = self.now.retrieved[place], self.now.moved(place, by)
        if moved is self.now or place + by >= len(self.rows):
            end = "first" if by < 0 else "last"
            self.say(f"{passage} stands {end} already.")
            return
        self.become(moved, f"{passage} stands at rank {place + by + 1}.")
        there = self.rows[place + by]
        (there.up if by < 0 else there.down).focus()

    def drop(self, place: int) -> None:
        """Take a passage out of the ranking."""
        self.become(self.now.dropped(place), f"{self.now.retrieved[place]} is out of the ranking.")
        self._focus([each.drop for each in self.rows[: len(self.now.retrieved)]], place, self.left_rows[0].back)

    def bring_back(self, place: int) -> None:
        """Put a passage at the end of the ranking."""
        passage = self.now.left_out[place]
        self.become(self.now.brought_back(place), f"{passage} stands at rank {len(self.now.retrieved) + 1}.")
        last = self.rows[min(len(self.now.retrieved), len(self.rows)) - 1]
        self._focus([each.back for each in self.left_rows[: len(self.now.left_out)]], place, last.up)

    def mark(self, passage: str, grade: float) -> None:
        """Say what a passage is worth."""
        if self.now.grade(passage) != grade:  # otherwise it is our own drawing that comes back
            worth = f"has grade {grade:g}" if self.now.graded else ("is relevant" if grade else "is not relevant")
            self.become(self.now.marked(passage, grade), f"{passage} {worth}.")

    def cut_at(self, k: int) -> None:
        """Move the cut."""
        if self.now.k != k:
            self.become(self.now.cut_at(k), f"k is {k}.")

    def reset(self) -> None:
        """Go back to how it began."""
        self.become(self.start, "As it was at the start.")

    def become(self, now: RankingExplorer, what: str) -> None:
        """Show another state, and say what happened and which numbers it changed."""
        before, self.now = self.now, now
        self.draw(before)
        self.say(f"{what} {told(before, now)}")

    # --- drawing ---

    def draw(self, before: RankingExplorer | None = None) -> None:
        """Show the state as it is now; with the one before, the numbers as they were stand beside."""
        retrieved, left_out = self.now.retrieved, self.now.left_out
        self.cut.value = self.now.k
        for place in self.rows[: len(retrieved)]:
            place.draw()
        for left_row in self.left_rows[: len(left_out)]:
            left_row.draw()
        # What comes and goes, comes and goes at the end: ipywidgets keeps the rest, and the focus in it.
        self.ranked.children = self.rows_of(self.rows, len(retrieved))
        self.left.children = self.rows_of(self.left_rows, len(left_out))
        show(self.left_head, bool(left_out))
        more = len(retrieved) - len(self.rows)
        self.below.value = f"{more} more below, which stay where they are." if more > 0 else ""
        table = self.now.scores_table(before)
        self.scores.value = table._repr_html_() if self.now.scores else f"<p>{NOTHING_RELEVANT}</p>"

    def rows_of(self, rows: "list[Any]", count: int) -> list[Any]:
        """The boxes of the first rows."""
        return [each.box for each in rows[:count]]

    def _focus(self, widgets: list[Any], place: int, otherwise: Any) -> None:
        (widgets[min(place, len(widgets) - 1)] if widgets else otherwise).focus()


class Worth:
    """What a passage is worth: a box to tick, or a grade to choose. Its label is the passage's id."""

    def __init__(self, drawn: DrawnRanking) -> None:
        self.drawn = drawn
        self.passage = ""
        if drawn.start.graded:
            grades = sorted({*GRADES, *drawn.start.grades.values()})
            self.widget = ipywidgets.Dropdown(options=[(f"{each:g}", each) for each in grades])
        else:
            self.widget = ipywidgets.Checkbox(indent=False)
        self.widget.observe(lambda change: self._picked(change.new), "value")

    def draw(self, passage: str) -> None:
        """Show this passage."""
        self.passage = passage
        self.widget.description = visible(passage)
        grade = self.drawn.now.grade(passage)
        self.widget.value = grade if self.drawn.start.graded else grade > 0

    def _picked(self, value: float) -> None:
        self.drawn.in_words(lambda: self.drawn.mark(self.passage, float(value)))


class Row:
    """One place of the ranking."""

    def __init__(self, drawn: DrawnRanking, place: int) -> None:
        self.drawn, self.place = drawn, place
        self.rank = html(f"{place + 1}.", "ragedu-rank")
        self.worth = Worth(drawn)
        self.repeat = html("a repeat: adds nothing", "ragedu-aside")
        self.up = button("", "up", lambda: drawn.act(lambda: drawn.move(place, -1)))
        self.down = button("", "down", lambda: drawn.act(lambda: drawn.move(place, 1)))
        self.drop = button("", "drop", lambda: drawn.act(lambda: drawn.drop(place)))
        buttons = ipywidgets.HBox([self.up, self.down, self.drop])
        line = ipywidgets.HBox([self.rank, self.worth.widget, self.repeat, buttons])
        line.add_class("ragedu-place")
        self.cut = html("", "ragedu-cut")
        self.box = ipywidgets.VBox([line, self.cut])

    def draw(self) -> None:
        """Show the passage that stands here now."""
        now = self.drawn.now
        passage = now.retrieved[self.place]
        self.worth.draw(passage)
        # Two buttons of one name would be told apart by nobody who does not see them.
        name = visible(passage) + (f" (rank {self.place + 1})" if now.retrieved.count(passage) > 1 else "")
        self.up.description, self.down.description = f"move {name} up", f"move {name} down"
        self.drop.description = f"drop {name}"
        show(self.repeat, now.is_repeat(self.place))
        self.cut.value = f"cut at k = {now.k}"
        show(self.cut, now.k == self.place + 1)


class LeftRow:
    """One passage that stands nowhere in the ranking."""

    def __init__(self, drawn: DrawnRanking, place: int) -> None:
        self.drawn, self.place = drawn, place
        self.worth = Worth(drawn)
        self.back = button("", "back", lambda: drawn.act(lambda: drawn.bring_back(place)))
        self.box = ipywidgets.HBox([html("–", "ragedu-rank"), self.worth.widget, self.back])
        self.box.add_class("ragedu-place")

    def draw(self) -> None:
        """Show the passage that is left out here now."""
        passage = self.drawn.now.left_out[self.place]
        self.worth.draw(passage)
        self.back.description = f"bring back {visible(passage)}"
