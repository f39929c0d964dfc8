package bohnanza;

import java.util.List;

/**
 * What a reply or an offer means for you.
 *
 * @param id what to take or accept it by.
 * @param seat whose it is.
 * @param get the kinds that you get.
 * @param give the kinds that you give; an offer may ask for what you do not have.
 * @param bid true for an offer that somebody made, false for an accept of one of yours.
 */
public record Deal(int id, int seat, List<String> get, List<String> give, boolean bid) {}
