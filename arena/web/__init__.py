"""The ladder as pages for a browser: one set of them, written into a folder or served live.

A page gets its data from a function here, named after it, which asks the ladder and formats
nothing: what terminals show as well is a table of `arena.text`, drawn by the macro `table`. It
becomes HTML by a template in `templates/` (`rendering.py`), where every value is escaped, and
links to others by relative addresses, so it is the same in a folder (`output_folder.py`) and on a
server (`server.py`). `routes.py` has its address, and `site_contents.py` says whether a report has
it.

A template links with `m.link`, which drops links to what a report leaves out, and puts what changes
while a tournament runs into an element with an `id` and `data-part`. A page that takes seconds gets
a folder and a reader thread, like `why/` in `server.py`. See decision 11.
"""
