"""The ladder as pages for a browser: one set of them, written into a folder or served live.

A page gets its data from the ladder's own functions (`routes.py` maps addresses to pages), becomes
HTML by a template (`rendering.py`), and links to others by relative addresses, so it is the same in
a folder (`folder.py`) and on a server (`server.py`). See decision 11.
"""
