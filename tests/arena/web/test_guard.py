"""Who is taken for this server, and who for a page of it."""

from starlette.datastructures import Headers

from arena.web.guard import is_address, same_origin


def test_only_addresses_are_addresses() -> None:
    assert all(map(is_address, ("127.0.0.1", "::1", "10.0.0.7", "fe80::1%eth0")))
    assert not any(map(is_address, ("", "1", "localhost", "127.0.0.1.nip.io", "0x7f.1")))


def test_a_page_of_the_public_address_may_open_a_line_by_whatever_name_the_proxy_calls() -> None:
    public = "https://beans.example/"
    for origin, host, may in (
        ("https://beans.example", "beans.example", True),
        ("https://beans.example", "127.0.0.1:8000", True),
        ("http://beans.example", "127.0.0.1:8000", False),
        ("https://beans.example.evil.example", "127.0.0.1:8000", False),
        ("https://beans.example:8443", "127.0.0.1:8000", False),
        ("", "127.0.0.1:8000", False),
        ("https://", "", False),
    ):
        headers = Headers({"origin": origin, "host": host})
        assert same_origin(headers, public) == may, (origin, host)
        assert not same_origin(headers, "") or "beans" in host
