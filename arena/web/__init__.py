"""The ladder as pages for a browser: one set of them, written into a folder or served live.

A page is made from what the ladder's own functions tell (`catalogue.py` says which page has which
address), becomes HTML by a template (`rendering.py`), and links to others by relative addresses, so
it is the same in a folder (`folder.py`) and on a server (`server.py`).
"""
