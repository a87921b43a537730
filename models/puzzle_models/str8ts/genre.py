"""Str8ts as a record of functions. What needs a compiler or a solver is loaded when it is called."""

from __future__ import annotations

from puzzle_models.kernel.contract import Genre, late
from puzzle_models.kernel.mending import Mending
from puzzle_models.str8ts import answers, data, drawing, formats, ladder, presentation, rules, wishes
from puzzle_models.str8ts.cells import SYMBOLS
from puzzle_models.str8ts.puzzle import LARGEST, SMALLEST

GENRE = Genre(
    name="str8ts",
    scale=ladder.SCALE,
    scale_note=ladder.SCALE_NOTE,
    sizes=(range(SMALLEST, LARGEST + 1), range(wishes.SMALLEST_MADE, wishes.LARGEST_MADE + 1)),
    square=True,
    usual_size="9",
    symbols=SYMBOLS,
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
    images=presentation.IMAGES,
    turned=presentation.TURNED_IMAGES,
    encode_cp=late("puzzle_models.str8ts.encode_cp", "encode"),
    encode_cnf=late("puzzle_models.str8ts.encode_cnf", "encode"),
    ladder=ladder.LADDER,
    example=late("puzzle_models.str8ts.worked", "example"),
    bonus=ladder.BONUS,
    level=ladder.level,
    climb=late("puzzle_models.str8ts.techniques", "climb"),
    things=late("puzzle_models.str8ts.things", "things"),
    deductions=late("puzzle_models.str8ts.words", "deductions"),
    marks_rows=late("puzzle_models.str8ts.words", "marks_rows"),
    options=wishes.OPTIONS,
    families=True,
    check_wish=wishes.check_wish,
    draw=late("puzzle_models.str8ts.candidates", "draw"),
    attempts=wishes.attempts,
    mending=Mending(
        is_sound=late("puzzle_models.str8ts.mending", "is_sound"),
        slips=late("puzzle_models.str8ts.slips", "slips"),
        additions=late("puzzle_models.str8ts.mending", "additions"),
        with_printed=late("puzzle_models.str8ts.mending", "with_printed"),
        fitted=late("puzzle_models.str8ts.mending", "fitted"),
        printed=late("puzzle_models.str8ts.mending", "printed"),
        changes=late("puzzle_models.str8ts.mending", "changes"),
    ),
    formats=formats.FORMATS,
    texts=late("puzzle_models.str8ts.texts", "texts"),
    text=drawing.text,
    drawing=late("puzzle_models.str8ts.picture", "drawing"),
    proofread=late("puzzle_models.str8ts.proofreading", "proofread"),
)
