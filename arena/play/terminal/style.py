"""Styles of the screens, in the terminal's own colours: dark, light or none."""

THEME = "ansi-dark"
"""One that leaves background and text as the terminal has them."""

STYLE = """
Screen, Static, OptionList, SelectionList, Input, VerticalScroll, Footer {
    background: ansi_default;
    color: ansi_default;
}
Footer FooterKey, Footer FooterKey .footer-key--key {
    background: ansi_default;
    color: ansi_default;
}
Footer FooterKey .footer-key--key { text-style: bold; }
#heading { height: 1; text-style: reverse; text-wrap: nowrap; text-overflow: ellipsis; }
#table { height: auto; max-height: 3; }
#players { height: auto; max-height: 9; }
#middle { height: 1fr; min-height: 3; border-top: solid ansi_default; }
#offers, #log, #kinds { width: 1fr; height: 1fr; scrollbar-size-vertical: 1; }
#offers { border-right: solid ansi_default; display: none; }
#kinds { border-left: solid ansi_default; display: none; }
#hand { height: auto; max-height: 2; text-style: bold; border-top: solid ansi_default; }
#task { height: auto; max-height: 2; }
#said { height: auto; max-height: 3; text-style: bold; display: none; }
OptionList, SelectionList {
    border: none;
    padding: 0;
    scrollbar-size-vertical: 1;
}
OptionList > .option-list--option-highlighted,
SelectionList > .option-list--option-highlighted {
    background: ansi_default;
    color: ansi_default;
}
#options { height: auto; max-height: 7; }
#typed { height: 1; border: none; padding: 0; }
ModalScreen { align: center middle; background: ansi_default; }
#box {
    width: 78;
    max-width: 100%;
    height: auto;
    max-height: 100%;
    border: solid ansi_default;
    padding: 0 1;
}
#box OptionList, #box SelectionList { height: auto; max-height: 12; }
#columns { height: auto; }
#columns > Vertical { width: 1fr; height: auto; }
.focused-title { text-style: bold; }
"""
