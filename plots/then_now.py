"""Draws the numbers of papers next to measured ones: a row for each statement, on a logarithmic axis."""
import math

WIDTH, LEFT, RIGHT, ROW, TOP = 420, 12, 16, 36, 44
INK, QUIET, OURS = "#1b1f24", "#545c66", "#0550ae"


def escaped(text):
    return text.replace("&", "&#38;").replace("<", "&#60;").replace('"', "&#34;")


def ticks(low, high):
    """Returns ticks at powers of ten, with 2 and 5 times these if the axis is short."""
    steps = (1,) if high / low > 1000 else (1, 2, 5)
    return [step * 10.0 ** power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
            for step in steps if low <= step * 10.0 ** power <= high]


def svg(rows, then, now, unit):
    """Returns an SVG image. A row has its label, the ends of the paper's number, and our number with its interval:
    (text, (low, high), (value, low, high)). `then` and `now` are names of hardware, `unit` is the unit of the axis."""
    values = [value for _, paper, ours in rows for value in (*paper, *ours)] + [1]
    low, high = min(values) / 1.4, max(values) * 1.4
    height = TOP + ROW * len(rows) + 54

    def x(value):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(value / low) / math.log(high / low)

    def line(x1, y1, x2, y2, colour, width):
        return f'<line x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'

    def text(at, y, words, colour=INK, anchor="start"):
        return (f'<text x="{at:.1f}" y="{y}" fill="{colour}" text-anchor="{anchor}" stroke="#ffffff" stroke-width="4" '
                f'paint-order="stroke">{escaped(words)}</text>')

    bottom = TOP + ROW * len(rows)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="DejaVu Sans, sans-serif" '
           'font-size="12">')
    yield f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    yield f'<circle cx="{LEFT + 5}" cy="14" r="5" fill="none" stroke="{INK}" stroke-width="1.5"/>' + text(LEFT + 16, 18, then)
    yield f'<circle cx="{LEFT + 5}" cy="32" r="5" fill="{OURS}"/>' + text(LEFT + 16, 36, now, OURS)
    for tick in ticks(low, high):
        yield line(x(tick), TOP, x(tick), bottom, INK if tick == 1 else "#d5dae0", 1)
        yield text(x(tick), bottom + 18, f"{tick:g}", QUIET, "middle")
    yield text(WIDTH / 2, bottom + 40, unit, QUIET, "middle")
    for k, (label, (least, most), (value, first, last)) in enumerate(rows):
        y = TOP + ROW * k
        yield text(LEFT, y + 13, label)
        yield line(x(least), y + 23, x(most), y + 23, INK, 1.5)
        for end in dict.fromkeys((least, most)):
            yield f'<circle cx="{x(end):.1f}" cy="{y + 23}" r="5" fill="#ffffff" stroke="{INK}" stroke-width="1.5"/>'
        yield line(x(first), y + 23, x(last), y + 23, OURS, 3)
        yield f'<circle cx="{x(value):.1f}" cy="{y + 23}" r="5" fill="{OURS}"/>'
    yield "</svg>"
