"""What is kept of pages: the last used, within some memory."""

from arena.web.database_thread import Cache, CachedPage


def page(size: int) -> CachedPage:
    return CachedPage(b"x" * size, None, 0.0, 0.1)


def test_what_was_not_used_for_longest_goes_first() -> None:
    cache = Cache(100)
    for name in "abc":
        cache.put(name, page(30))
    assert cache.get("a") is not None
    cache.put("d", page(30))
    assert cache.get("b") is None
    assert [name for name in "acd" if cache.get(name)] == ["a", "c", "d"]
    assert cache.bytes == 90


def test_a_page_made_anew_takes_the_place_of_the_one_before() -> None:
    cache = Cache(100)
    cache.put("a", page(90))
    cache.put("a", page(20))
    cache.put("b", page(80))
    assert cache.bytes == 100
    assert cache.get("a")
    cache.put("b", page(101))  # alone too large
    assert (cache.get("b"), cache.bytes) == (None, 20)


def test_a_tag_names_the_content() -> None:
    assert page(3).tag == page(3).tag != page(4).tag
