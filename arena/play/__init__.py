"""Seats for people: the relay to the referee, what a seat shows and allows, and the terminal.

What a person can do needs no screen: `table_text.py`, `answers.py`, input by `typed_input.py`
(listed in the help in `terminal/screens.py` and `arena/web/replay/static/play/page.js`), input in
`controller.py`. The screens are in `terminal/`, the page in `arena/web/replay/static/play/`, with
the data of `arena/web/play_page.py` and the messages of `arena/web/page_messages.py`. New questions
and choices need nothing here.
"""
