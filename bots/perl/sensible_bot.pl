#!/usr/bin/env perl
# A sensible trader in Perl, core modules only. It guesses what a position is worth once the cards
# set aside and those in hand are planted, and makes the choice after which that guess is highest.
use strict;
use warnings;
use JSON::PP;
use List::Util qw(any first max min sum0 uniq);

$| = 1;
my ($book, %earns);               # the game's rulebook
my ($view, $me, %left, $late);    # the question's view, and the cards still to come
my ($turn, %posted, %deals) = 0;  # offers: mine of this turn; all that stand, by id

sub look {
    ($view, $me) = ($_[0], $_[0]{seat});
    ($turn, %posted) = ($view->{turn}) if $view->{turn} != $turn;
    my $last = $view->{run_outs} >= $book->{last_run_out} - 1;
    $late = $last ? min(1, $view->{draw_pile} / 25) : 1;
    %left = map { $_->{name} => $_->{count} } @{ $book->{kinds} };
    %earns = map { $_->{name} => $_->{earns} } @{ $book->{kinds} };
    $left{ $_->{kind} } -= $_->{count} for grep { $_->{count} } map { @$_ } @{ $view->{fields} };
    $left{$_}-- for map { @$_ } map { @$view{$_} } qw(hand turned_over);
    $left{$_}-- for map { @$_ } map { @{ $view->{$_} } } qw(coins set_aside);
    $left{$_} -= $last ? 1 : 0.6 for @{ $view->{discard} };
    $_ = max(0, $_) for values %left;
    %deals = map { $_->{id} => [[map { $_->{kind} } @{ $_->{give} }], $_->{want}] }
        grep { ref $_->{give} && ref $_->{want} } @{ $view->{offers} };
}

# A field of n cards: its coins, and a part of the beanometer's next step.
sub worth {
    my ($kind, $n) = @{ $_[0] };
    return ($book->{more}{duel} ? 0.2 : 0.7) * $late if !$n;    # in a duel much is refused
    my $now = coins($kind, $n);
    my $next = first { coins($kind, $_) > $now } $n + 1 .. $#{ $earns{$kind} };
    return $now if !$next || $left{$kind} < $next - $n;
    my $from = first { coins($kind, $_) == $now } 0 .. $n;
    my $chance = $late * $left{$kind} / ($left{$kind} + 1.5 * ($next - $n));
    my $part = $chance * ($n - $from + 0.6) / ($next - $from + 0.6);
    return $now + $part * (coins($kind, $next) - $now);
}

sub coins { my ($kind, $n) = @_; return $earns{$kind}[min($n, $#{ $earns{$kind} })] }
# A position is [coins, [kind, n], [kind, n], ...]: field 0 stands in place 1.
sub position { return [0, map { [@$_{qw(kind count)}] } @{ $view->{fields}[$_[0]] }] }
sub total { my ($coins, @fields) = @{ $_[0] }; return $coins + sum0 map { worth($_) } @fields }
sub grown { return map { $_->[0] => 1 } grep { ref && $_->[1] } @{ $_[0] } }
sub with {
    my ($s, $at, $kind, $n, $coins) = @_;
    return [$s->[0] + $coins, map { $_ == $at ? [$kind, $n] : $s->[$_] } 1 .. $#$s];
}

# The best position after a card is planted, with a harvest first where it must be.
sub plant {
    my ($s, $card) = @_;
    return $s if !@{ $earns{$card} // [] };    # no bean: never planted
    my $same = first { $s->[$_][1] && $s->[$_][0] eq $card } 1 .. $#$s;
    return with($s, $same, $card, $s->[$same][1] + 1, 0) if $same;
    my $protects = any { $_->[1] > 1 } @$s[1 .. $#$s];
    my @new = map { with($s, $_, $card, 1, $s->[$_][1] ? coins(@{ $s->[$_] }) : 0) }
        grep { $s->[$_][1] != 1 || !$protects } 1 .. $#$s;
    return (sort { total($b) <=> total($a) } @new)[0];
}

# A position with cards that must be planted now, and a hand: the farther back, the less it counts.
sub value {
    my ($s, $must, $hand) = @_;
    my ($v, $weight, %grown) = (0, 1, grown($s));
    $s = plant($s, $_) for sort { exists $grown{$b} <=> exists $grown{$a} || $a cmp $b } @$must;
    for my $card (@$hand[0 .. min(5, scalar @$hand) - 1]) {
        $v += $weight * 0.4 * total($s);
        $weight *= 0.6;
        $s = plant($s, $card);
    }
    return $v + $weight * total($s);
}

sub turned { return $_[0] == $view->{active} ? @{ $view->{turned_over} } : () }
sub must { return (@{ $view->{set_aside}[$_[0]] }, turned($_[0])) }

# The copies to give for some kinds (turned over, else foremost in hand), and what is left: cards
# that must be planted, hand. Nothing if I have not got them.
sub pay {
    my ($give, @pile) = ([], [turned($me)], [@{ $view->{hand} }]);
    for my $kind (@_) {
        my $p = first { any { ($_ // '') eq $kind } @{ $pile[$_] } } 0, 1;
        my $at = first { ($pile[$p][$_] // '') eq $kind } 0 .. $#{ $pile[$p // return] };
        undef $pile[$p][$at];
        push @$give, { (turned_over => 'hand')[$p] => $at, kind => $kind };
    }
    my ($turned, $hand) = map { [grep { defined } @$_] } @pile;
    return ($give, [@{ $view->{set_aside}[$me] }, @$turned], $hand);
}

sub gain {
    my ($give, $get) = @_;
    my ($copies, $must, $hand) = pay(@$give) or return -9;
    return value(position($me), [@$must, @$get], $hand)
        - value(position($me), [must($me)], $view->{hand});
}

# What another seat gains, and how likely it holds the cards.
sub their_gain {
    my ($seat, $get, $give) = @_;
    my ($s, $extra, $odds, %grown) = (position($seat), 0, 1, grown(position($seat)));
    for my $kind (@$give) {
        next if any { $_ eq $kind } turned($seat);
        $odds *= 1 - (1 - $left{$kind} / (1 + sum0 values %left))**$view->{hands}[$seat];
        $extra += $grown{$kind} ? -0.5 : 0.2;
    }
    return (value($s, [must($seat), @$get], []) - value($s, [must($seat)], []) + $extra, $odds);
}

# The best new offers, as many as I may make.
sub offers {
    my $most = $book->{negotiation}{ $_[0] };
    my ($active, %grown, @found) = ($me == $view->{active}, grown(position($me)));
    my @others = $active ? grep { $_ != $me } 0 .. $#{ $view->{hands} } : $view->{active};
    my @own = grep { $earns{$_} } uniq turned($me), @{ $view->{hand} };
    my @first = $active ? uniq turned($me) : @own[0 .. !!@own - 1];
    my @gives = ([], (map { [$_] } @own), map { my $kind = $_; map { [$kind, $_] } @own } @first);
    my @wants = ($active ? [] : (), map { [$_], [$_, $_] } uniq sort(keys %grown), @own);
    for my $deal (map { my $give = $_; map { [$give, $_] } @wants } @gives) {
        my ($give, $want, $key) = (@$deal, join ' ', sort(@{ $deal->[0] }), 'for', @{ $deal->[1] });
        next if $posted{$key} || any { @$want && $_ eq $want->[0] } @$give;
        my ($mine, $score) = (gain($give, $want), 0);
        for my $seat ($mine < 0.12 ? () : @others) {
            my ($theirs, $odds) = their_gain($seat, $give, $want);
            next if $theirs < 0 || $mine < 0.25 * $theirs;
            $score += ($mine - 0.25 * $theirs) * $odds * min(1, 0.2 + $theirs);
        }
        push @found, [$score, $key, { give => (pay(@$give))[0], want => $want }] if $score > 0.02;
    }
    @found = sort { $b->[0] <=> $a->[0] || $a->[1] cmp $b->[1] } @found;
    return map { $posted{ $_->[1] } = $_->[2] } @found[0 .. min($most, scalar @found) - 1];
}

sub trade {
    my ($best, $top) = (undef, 0.05);
    for my $reply (@{ $view->{accepts} }, grep { $_->{seat} != $me } @{ $view->{offers} }) {
        my ($id, $mine) = ($reply->{id}, $reply->{offer});
        my ($give, $get) = $mine ? @{ $deals{$mine} } : reverse @{ $deals{$id} // next };
        my $gain = gain($give, $get);
        next if $gain <= $top;
        ($best, $top) = ($mine ? $id : { id => $id, give => (pay(@$give))[0] }, $gain);
    }
    return { do => 'trade', take => [$best] } if $best;
    my @offers = $view->{round} > $view->{rounds} ? () : offers('offers');
    return @offers ? { do => 'trade', offers => \@offers } : 0;
}

sub answer {
    my ($question, @accept) = @_;
    for my $id (grep { $deals{$_} } @{ $question->{offers} // [] }) {
        my ($get, $give) = @{ $deals{$id} };
        my ($mine, $theirs) = (gain($give, $get), their_gain($view->{active}, $give, $get));
        next if $mine <= max(0.05, 0.25 * $theirs);
        push @accept, { offer => $id, give => (pay(@$give))[0] };
    }
    return { do => 'answer', accept => \@accept, offers => [offers('replies')] };
}

# Plant, discard, harvest, buy a field or pass.
sub act {
    my ($question, $price, $best, $top) = (shift, $book->{third_field_price}, 0, -9);
    my @choices = @{ $question->{choices} };
    my $duel = $question->{ask} =~ /^(use_offer|keep_or_leave)$/;    # nothing there must be planted
    for my $i (0 .. $#choices) {
        my ($do, $card, $at) = (@{ $choices[$i] }{qw(do card)}, ($choices[$i]{field} // 0) + 1);
        my ($s, @hand) = (position($me), @{ $view->{hand} });
        my @must = @{ $view->{set_aside}[$me] };
        splice @hand, $choices[$i]{hand}, 1 if $do eq 'discard_from_hand';
        @must = shift @hand if $question->{card} && ($do eq 'plant' || $choices[0]{do} ne 'pass');
        if ($do eq 'plant') {
            $s = with($s, $at, $card, $s->[$at][1] + 1, 0);
            splice @must, (first { $must[$_] eq $card } 0 .. $#must), 1 if !$duel;
        }
        elsif ($duel && $do eq 'harvest') { next }
        elsif ($do eq 'harvest') { $s = with($s, $at, undef, 0, coins(@{ $s->[$at] })) }
        elsif ($do eq 'buy_field') { $s = with([@$s, 0], 0 + @$s, undef, 0, -$price) }
        elsif ($do !~ /^(pass|discard|discard_from_hand)$/) { next }
        my $v = value($s, \@must, \@hand);
        ($best, $top) = ($i, $v) if $v > $top + 1e-9;
    }
    return $best;
}

my $json = JSON::PP->new->utf8->canonical;
my %ready = (name => 'perl-sensible', protocol => 1, wants => ['bids'], text => JSON::PP::false);
my %ask = (trade => \&trade);
$ask{$_} = \&act for qw(plant set_aside use_offer spare_card keep_or_leave);
$ask{answer} = $ask{bid} = \&answer;
# Choices of expansions that are nearly always right; the last three are for cards never planted.
my $welcome = qr/^(fill_order|claim_coin|buy_building|steal|lay_order|play_magpie|keep_magpie)$/;

sub choose {
    my ($question) = @_;
    look($question->{view});
    my $handler = $ask{ $question->{ask} } // sub { 0 };
    return (first { $_->{do} =~ $welcome } @{ $question->{choices} }) // $handler->($question);
}

sub reply { print $json->encode({@_}), "\n" }
while (my $line = <STDIN>) {
    my $m = eval { $json->decode($line) } // last;    # half a line: the arena has gone
    my ($type, @reply) = ($m->{type}, type => 'choose', id => $m->{id}, 'choice');
    last if $type eq 'bye';
    reply(type => 'ready', %ready) if $type eq 'hello';
    ($book, $turn) = ($m->{rulebook}, 0) if $type eq 'game_start';
    reply(@reply, choose($m)) if $type eq 'decide';
    warn "refused: $m->{reason}\n" if $type eq 'refused';
    reply(@reply, $m->{example}) if $type eq 'refused' && $m->{again};
}
