"""Replay pages: each is one file that needs no network and opens with a double click.

A part of one is plain data from `replay_data.py`, drawn by plain JavaScript in `static/`, joined
without a build step in the order of `PROGRAM` in `page.py`. Data reach the page only as text,
through `h` and `s` of `dom.js`. Look at it with `poe prove look --to FOLDER`, which needs Chromium
and `pip install -e '.[browser]'`.
"""
