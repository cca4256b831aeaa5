"""Charts: a printed table looked up by a whole number, one column or several. The loader refuses gaps and overlaps."""

from __future__ import annotations

from rules.kernel.record import Record


class Step(Record, frozen=True, forbid_unknown_fields=True):
    """One row of a chart as it is printed: from..to (both included) gives value; null means not possible."""

    first: int
    last: int
    value: int | None


class Chart(Record, frozen=True, forbid_unknown_fields=True):
    """A printed chart: rows that follow one another without gap or overlap."""

    rule: str
    title: str
    rows: tuple[Step, ...]

    def __post_init__(self) -> None:
        """Raise ValueError naming the first row that leaves a gap or overlaps."""
        if not self.rows:
            raise ValueError(f"chart {self.title!r} has no rows")
        for before, row in zip(self.rows, self.rows[1:], strict=False):
            if row.first != before.last + 1:
                fault = "overlaps" if row.first <= before.last else "leaves a gap after"
                rows = f"the row from {row.first} {fault} the row ending at {before.last}"
                raise ValueError(f"chart {self.title!r}: {rows}")
        for row in self.rows:
            if row.last < row.first:
                raise ValueError(f"chart {self.title!r}: the row {row.first}..{row.last} runs backwards")

    def __getitem__(self, number: int) -> int | None:
        """Return the value in the row that holds `number`; numbers beyond either end use the end row."""
        for row in self.rows:
            if number <= row.last:
                return row.value
        return self.rows[-1].value

    def spread(self) -> tuple[int | None, ...]:
        """Return the values for 0, 1, 2 ... up to the last row's end, for quick look-up by index."""
        return tuple(self[number] for number in range(self.rows[-1].last + 1))
