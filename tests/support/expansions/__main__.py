"""Write all questions of expansions into SPEC.md again."""

from tests.support.example import PAGE, lines
from tests.support.expansions import EXAMPLES

page = PAGE.read_text(encoding="utf-8")
for name, example in EXAMPLES.items():
    before, opening, rest = page.partition(f"```dialogue {name}\n")
    if opening:
        page = before + opening + lines(example) + rest[rest.index("```\n") :]
    else:
        print(f"SPEC.md has no block for {name}: add an empty one that begins ```dialogue {name}")
PAGE.write_text(page, encoding="utf-8")
