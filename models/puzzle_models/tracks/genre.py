"""Train Tracks as a record of functions. What needs a compiler or a solver is loaded when it is called."""

from __future__ import annotations

from puzzle_models.kernel.contract import Genre, late
from puzzle_models.kernel.mending import Mending
from puzzle_models.kernel.symmetry import SYMMETRIES, TURNED
from puzzle_models.tracks import answers, data, drawing, formats, ladder, presentation, rules, wishes
from puzzle_models.tracks.pieces import SYMBOLS
from puzzle_models.tracks.puzzle import LARGEST

GENRE = Genre(
    name="tracks",
    scale=ladder.SCALE,
    scale_note=ladder.SCALE_NOTE,
    sizes=(range(1, LARGEST + 1), range(wishes.SMALLEST_MADE, wishes.LARGEST_MADE + 1)),
    square=False,
    usual_size="8",
    symbols=tuple(SYMBOLS),
    violation_codes=rules.CODES,
    puzzle_schema=data.SCHEMA,
    parse=data.parse,
    unparse=data.unparse,
    read_answer=answers.read_answer,
    write_answer=answers.write_answer,
    violations=rules.violations,
    key=presentation.key,
    answer_key=presentation.answer_key,
    image=presentation.image,
    image_words=presentation.image_words,
    images=len(SYMMETRIES),
    turned=TURNED,
    encode_cp=late("puzzle_models.tracks.encode_cp", "encode"),
    encode_cnf=late("puzzle_models.tracks.encode_cnf", "encode"),
    ladder=ladder.LADDER,
    example=late("puzzle_models.tracks.worked", "example"),
    bonus=ladder.BONUS,
    level=ladder.level,
    climb=late("puzzle_models.tracks.techniques", "climb"),
    things=late("puzzle_models.tracks.things", "things"),
    deductions=late("puzzle_models.tracks.words", "deductions"),
    marks_rows=late("puzzle_models.tracks.words", "marks_rows"),
    options=wishes.OPTIONS,
    families=False,
    check_wish=wishes.check_wish,
    draw=late("puzzle_models.tracks.candidates", "draw"),
    attempts=wishes.attempts,
    mending=Mending(
        is_sound=late("puzzle_models.tracks.mending", "is_sound"),
        slips=late("puzzle_models.tracks.slips", "slips"),
        additions=late("puzzle_models.tracks.mending", "additions"),
        with_printed=late("puzzle_models.tracks.mending", "with_printed"),
        fitted=late("puzzle_models.tracks.mending", "fitted"),
        printed=late("puzzle_models.tracks.mending", "printed"),
        changes=late("puzzle_models.tracks.mending", "changes"),
    ),
    formats=formats.FORMATS,
    texts=late("puzzle_models.tracks.texts", "texts"),
    text=drawing.text,
    drawing=late("puzzle_models.tracks.picture", "drawing"),
    proofread=late("puzzle_models.tracks.proofreading", "proofread"),
)
