from arena.text.phrases import counted, first_line, listed


def test_a_number_of_things_is_singular_only_for_one() -> None:
    assert [counted(number, "game") for number in (0, 1, 2)] == ["0 games", "1 game", "2 games"]
    assert counted(12_345, "game") == "12,345 games"
    assert [counted(number, "match", "matches") for number in (1, 2)] == ["1 match", "2 matches"]


def test_words_in_a_row() -> None:
    rows = [listed(["a", "b", "c"][:length]) for length in range(4)]
    assert rows == ["", "a", "a and b", "a, b and c"]
    assert listed(map(str, (3, 4)), "or") == "3 or 4"


def test_the_first_line_of_a_message() -> None:
    assert first_line("\n it broke\nTraceback …") == "it broke"
    assert first_line(" ") == ""
