"""What expansions add to the view. Lists of lists, and of counts, are indexed by seat."""

from __future__ import annotations

from protocol.model import Count, Kind, Model


class ExpansionView(Model):
    """Keys of the view that are there only where an expansion needs them."""

    on_offer: list[Kind] | None = None
    """Duels: the cards that the opponent left."""
    coin_holder: Count | None = None
    """Bean coin: the seat that has it."""
    coin_claim_failed: Count | None = None
    """Bean coin: the last turn in which a claim failed; 0: none has."""
    coin_card: list[Kind] | None = None
    """Bean coin: the card shown, until it is planted."""
    idle_turns: Count | None = None
    """Magpies: how many turns in a row have begun with nothing to draw."""
    buildings: list[list[str]] | None = None
    shop: list[str] | None = None
    """Buildings for sale."""
    under_buildings: list[list[Kind]] | None = None
    """Coins under a saloon or distillery 3, not for spending."""
    stews: list[list[Count]] | None = None
    """The fields that are a stew."""
    special_fields: list[list[list[Count | str]]] | None = None
    """Fields for one bean only, as [field, building that it belongs to]."""
    store: list[list[Kind]] | None = None
    from_store: list[list[Kind]] | None = None
    """Cards set aside that came from another player's store: they must be planted."""
    bank_seen: list[Count | list[Kind]] | None = None
    """Bank 2, while its owner looks: the card itself for the owner, a count for the others."""
    order_stack: Count | None = None
    """Orders left to draw."""
    laid_order: list[list[Kind]] | None = None
    """The order laid, none or one."""
    order_laid_first: Count | None = None
    """The last turn in which an order was the first card of step 1; 0: none was."""
