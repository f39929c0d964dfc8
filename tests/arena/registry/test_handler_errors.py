"""Errors in handlers, as the SDK of each language prints them."""

import time

from arena.referee.stderr import Excerpt
from arena.registry.handler_errors import handler_error

PYTHON = """\
Traceback (most recent call last):
  File "bohnanza.py", line 391, in _guarded
    return handler(about)
           ^^^^^^^^^^^^^^
ValueError: first

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "my_bot.py", line 9, in plant
    return fields["soy"]
KeyError: 'soy'
"""
JAVASCRIPT = """\
TypeError: Cannot read properties of undefined (reading 'kind')
    at MyBot.plant (/bot/my_bot.js:12:42)
    at node:internal/main/run_main_module:28:49
"""
NODE = """\
node:internal/modules/cjs/loader:1080
  throw err;
  ^

Error: Cannot find module './bohnanza.js'
Require stack:
- /bot/lib.js
- /bot/my_bot.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1077:15)
"""
TWO_PROCESSES = """\
Traceback (most recent call last):
Traceback (most recent call last):
  File "my_bot.py", line 9, in plant
KeyError: 'soy'
"""
JAVA = """\
java.lang.RuntimeException: no soy
\tat MyBot.plant(MyBot.java:12)
Caused by: java.lang.Error: x
\t... 8 more
"""
CSHARP = """\
System.Exception: no soy
  at MyBot.Plant (Bohnanza.Decision decision) [0x00006] in <8fa0>:0
"""
RUST = """\

thread 'main' (13603) panicked at src/my_bot.rs:12:86:
index out of bounds: the len is 0 but the index is 3
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616/library/std/src/panicking.rs:689:5
"""
GO = """\
runtime error: index out of range [4] with length 0
goroutine 1 [running]:
runtime/debug.Stack()
"""
GO_PANIC = """\
panic: runtime error: index out of range [4] with length 0

goroutine 1 [running]:
main.main()
"""
RUBY = """\
my_bot.rb:3:in `plant': no soy (RuntimeError)
\tfrom my_bot.rb:9:in `<main>'
"""
LUA = """\
lua5.4: my_bot.lua:3: no soy
stack traceback:
\t[C]: in function 'error'
"""
CPP = "a handler failed: no soy\n"


def test_the_line_that_names_the_error_is_found() -> None:
    for printed, told in (
        (PYTHON, "KeyError: 'soy'"),
        (JAVASCRIPT, "TypeError: Cannot read properties of undefined (reading 'kind')"),
        (NODE, "Error: Cannot find module './bohnanza.js'"),
        (TWO_PROCESSES, "KeyError: 'soy'"),
        (JAVA, "java.lang.RuntimeException: no soy"),
        (CSHARP, "System.Exception: no soy"),
        (RUST, "index out of bounds: the len is 0 but the index is 3"),
        (GO, "runtime error: index out of range [4] with length 0"),
        (GO_PANIC, "panic: runtime error: index out of range [4] with length 0"),
        (RUBY, "my_bot.rb:3:in `plant': no soy (RuntimeError)"),
        (LUA, "lua5.4: my_bot.lua:3: no soy"),
        (CPP, "no soy"),
    ):
        assert handler_error(printed) == told
        assert handler_error(f"planting soy\n{printed}metric nodes=3\n") == told


def test_a_trace_that_is_too_long_to_keep_may_be_cut_anywhere() -> None:
    for first, frame, last, told in (
        ("java.lang.Error: no soy\n", "\tat MyBot.answer(MyBot.java:100)\n", "", 0),
        ("Traceback (most recent call last):\n", '  File "a.py", line 9\n', "KeyError: 'soy'\n", 1),
    ):
        for kept_last in range(100, 100 + len(frame)):
            excerpt = Excerpt(60, kept_last)
            excerpt.add(f"{first}{frame * 30}{last}".encode())
            assert handler_error(excerpt.text()) == (first, last)[told].strip()


def test_what_is_meant_to_take_long_does_not() -> None:
    for line in (
        "x",
        " \t",
        ".a",
        "thread 'm' panicked at ",
        "a:1:in ",
        ":1 ",
        "Traceback ",
        "- a\n",
        "x\nRequire stack:\n- a\n",
    ):
        for before in ("", "an error\n  at "):
            text = before + line * (60_000 // len(line)) + "\nand no more\n"
            began = time.thread_time()
            assert handler_error(text) == ""
            assert time.thread_time() - began < 0.5, line


def test_other_output_is_no_error() -> None:
    harmless = "error: 0.3 in 20 ms\nlook:\n  at field 2 (soy)\n  at 3.5 coins\nrefused: no soy\n"
    assert handler_error(harmless) == ""
