"""Lists whose highlighted line is shown in reverse, so that it is seen without colours too."""

from textual.style import Style
from textual.widgets import OptionList, SelectionList

_HIGHLIGHTED = "option-list--option-highlighted"


class Choices(OptionList):
    """One line to choose."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """Textual leaves out what the style sheet says of reversing."""
        style = super().get_visual_style(*component_classes, partial=partial)
        return style + Style(reverse=True) if _HIGHLIGHTED in component_classes else style


class Ticks(SelectionList[str]):
    """Lines to tick."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """As in `Choices`."""
        style = super().get_visual_style(*component_classes, partial=partial)
        return style + Style(reverse=True) if _HIGHLIGHTED in component_classes else style
