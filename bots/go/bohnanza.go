// Bohnanza bots in Go 1.18 or newer: bohnanza.go, messages.go and offers.go beside your bot, nothing
// to install.
//
//	type MyBot struct{ Bot }
//
//	func (b *MyBot) Plant(d *Decision) Choice {
//		return d.Find(func(c Choice) bool { return c.Do == "plant" && d.Grows(c.Card) })
//	}
//
//	func main() { Run(&MyBot{Bot{Name: "my_bot"}}) }
//
// A handler gets a decision and returns one of its choices, or one made up, such as a trade. The
// zero Choice stands for the first one listed, which is always legal. SPEC.md says what the messages
// hold; messages.go has them as types of Go.

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

const protocolVersion = 1

// Player is a bot: embed Bot, and write those of its handlers that you want to answer yourself.
type Player interface {
	Plant(*Decision) Choice
	Trade(*Decision) Choice
	Answer(*Decision) Choice
	Bid(*Decision) Choice
	SetAside(*Decision) Choice
	Window(*Decision) Choice
	Choose(*Decision) Choice
	OnGameStart()
	OnEvent(Event)
	OnRefused(Refused) Choice
	OnGameOver(GameOver)
	bot() *Bot
}

// Bot answers every question with its first choice. Set Name, and Wants before the game begins.
type Bot struct {
	Name    string
	Version string
	Author  string
	// Wants lists what to be asked besides: "bids", "no_counter", "before_plant", "before_trade",
	// "before_draw", "windows". It may change in a game, and each game begins with the first list.
	Wants []string
	// Text asks for a plain-language account with every decision.
	Text bool

	// Game is the game_start message, Seat yours, and Random is seeded by the arena.
	Game   GameStart
	Seat   int
	Random Random

	player Player // the bot that embeds this one
	scales map[string][]int
	said   string
}

func (b *Bot) bot() *Bot { return b }

// Plant is step 1: plant d.Card, or as the second card pass.
func (b *Bot) Plant(d *Decision) Choice { return Choice{} }

// Trade is the active player's word in a negotiation: take replies, post offers, or end it.
func (b *Bot) Trade(d *Decision) Choice { return Choice{} }

// Answer answers the offers in d.Deals(), and may make counter-offers.
func (b *Bot) Answer(d *Decision) Choice { return Choice{} }

// Bid opens with offers to the active player, if Wants has "bids".
func (b *Bot) Bid(d *Decision) Choice { return Choice{} }

// SetAside is step 3: plant the cards received.
func (b *Bot) SetAside(d *Decision) Choice { return Choice{} }

// Window acts out of turn, if Wants has the window; d.Window says which it is.
func (b *Bot) Window(d *Decision) Choice { return Choice{} }

// Choose sees every question, even those of expansions, and passes it to its handler. Where you
// write your own, b.Bot.Choose(d) does this for the rest.
func (b *Bot) Choose(d *Decision) Choice {
	switch d.Ask {
	case "plant":
		return b.player.Plant(d)
	case "trade":
		return b.player.Trade(d)
	case "answer":
		return b.player.Answer(d)
	case "bid":
		return b.player.Bid(d)
	case "set_aside":
		return b.player.SetAside(d)
	case "window":
		return b.player.Window(d)
	}
	return Choice{}
}

// OnGameStart is called when b.Game, b.Seat and b.Random are those of a new game.
func (b *Bot) OnGameStart() {}

// OnEvent is called for each event, before the decision that it came with.
func (b *Bot) OnEvent(event Event) {}

// OnRefused corrects a refused answer, once; with the arena's example unless you know better.
func (b *Bot) OnRefused(refused Refused) Choice {
	if refused.Example == nil {
		return Choice{}
	}
	return *refused.Example
}

// OnGameOver is called with the result: scores, places, winners.
func (b *Bot) OnGameOver(result GameOver) {}

// Say adds a short public text to the next answer.
func (b *Bot) Say(text string) { b.said = text }

// Earns returns the coins for harvesting count cards of a kind.
func (b *Bot) Earns(kind string, count int) int {
	scale := b.scales[kind]
	if len(scale) == 0 {
		return 0
	}
	if count >= len(scale) {
		count = len(scale) - 1
	}
	return scale[count]
}

// --- questions --------------------------------------------------------------------------

// Decision is a question, with the view of the table that you answer it by.
type Decision struct {
	Decide
}

// Find returns the first listed choice that fits; if none does, the zero Choice.
func (d *Decision) Find(fits func(Choice) bool) Choice {
	for _, choice := range d.Choices {
		if fits(choice) {
			return choice
		}
	}
	return Choice{}
}

// MyFields returns your fields from left to right.
func (d *Decision) MyFields() []FieldView { return d.View.Fields[d.View.Seat] }

// Grows reports whether one of your fields grows the kind.
func (d *Decision) Grows(kind string) bool {
	for _, field := range d.MyFields() {
		if field.Kind == kind {
			return true
		}
	}
	return false
}

// OwnCards returns the kinds that you could give away: turned over first, then your hand. Orders among
// them cannot be traded: they are not among the rulebook's kinds.
func (d *Decision) OwnCards() []string {
	var own []string
	if d.View.Seat == d.View.Active {
		own = append(own, d.View.TurnedOver...)
	}
	return append(own, d.View.Hand...)
}

// --- talking to the arena ---------------------------------------------------------------

// Run answers the arena until it says bye or hangs up.
func Run(player Player) {
	out := os.Stdout
	os.Stdout = os.Stderr // a stray print must not look like an answer
	talk := NewTalk(player)
	lines := bufio.NewReaderSize(os.Stdin, 1<<16)
	for !talk.Over {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			if err != io.EOF {
				fmt.Fprintln(os.Stderr, err)
			}
			return
		}
		if reply := talk.Receive(line); reply != nil {
			out.Write(append(reply, '\n'))
		}
	}
}

// Talk is a bot's side of the conversation, which tests can have without a process.
type Talk struct {
	// Over is true after the arena's last line.
	Over bool
	// Failures counts handlers that panicked: each costs one decision, not the game.
	Failures int

	player     Player
	firstWants []string
	toldWants  string
}

// NewTalk begins a conversation.
func NewTalk(player Player) *Talk {
	player.bot().player = player
	return &Talk{player: player}
}

// Receive returns the answer to one line, or nil where none is due.
func (t *Talk) Receive(line []byte) []byte {
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		fmt.Fprintf(os.Stderr, "not JSON: %.80s\n", line)
		return nil
	}
	switch head.Type {
	case "hello":
		return t.ready()
	case "game_start":
		t.guarded(func() { t.start(line) })
	case "decide":
		decision := &Decision{}
		t.read(line, &decision.Decide)
		return t.reply(decision.ID, func() Choice {
			t.follow(decision.Events)
			return t.player.Choose(decision)
		})
	case "refused":
		var refused Refused
		t.read(line, &refused)
		fmt.Fprintln(os.Stderr, "refused:", refused.Reason)
		if refused.Again && refused.ID != nil {
			return t.reply(*refused.ID, func() Choice { return t.player.OnRefused(refused) })
		}
	case "game_over":
		var result GameOver
		t.read(line, &result)
		t.guarded(func() {
			t.follow(result.Events)
			t.player.OnGameOver(result)
		})
	case "bye":
		t.Over = true
	}
	return nil
}

func (t *Talk) ready() []byte {
	b := t.player.bot()
	t.firstWants = append([]string{}, b.Wants...)
	version := b.Version
	if version == "" {
		version = "1"
	}
	line, _ := json.Marshal(map[string]any{
		"type": "ready", "protocol": protocolVersion, "name": b.Name, "version": version,
		"author": b.Author, "wants": t.firstWants, "text": b.Text,
	})
	return line
}

func (t *Talk) start(line []byte) {
	b := t.player.bot()
	b.Game = GameStart{}
	t.read(line, &b.Game)
	b.Seat, b.Random, b.said = b.Game.Seat, NewRandom(b.Game.Seed), ""
	b.Wants = append([]string{}, t.firstWants...)
	t.toldWants = strings.Join(b.Wants, " ")
	b.scales = map[string][]int{}
	for _, kind := range b.Game.Rulebook.Kinds {
		b.scales[kind.Name] = kind.Earns
	}
	t.player.OnGameStart()
}

func (t *Talk) follow(events []Event) {
	for _, event := range events {
		t.player.OnEvent(event)
	}
}

func (t *Talk) reply(id int, handler func() Choice) []byte {
	answer := []byte("0")
	t.guarded(func() {
		choice := handler()
		if choice.Do == "" {
			return
		}
		text, err := json.Marshal(choice)
		if err != nil {
			panic(err)
		}
		answer = text
	})
	b := t.player.bot()
	reply := struct {
		Choose
		Wants *[]string `json:"wants,omitempty"` // an empty list is told, too
	}{Choose: Choose{Type: "choose", ID: &id, Choice: json.RawMessage(answer), Say: b.said}}
	b.said = ""
	if wants := strings.Join(b.Wants, " "); wants != t.toldWants {
		told := append([]string{}, b.Wants...)
		reply.Wants, t.toldWants = &told, wants
	}
	line, _ := json.Marshal(reply)
	return line
}

// A message that a later version changed is read as far as it is understood.
func (t *Talk) read(line []byte, message any) {
	if err := json.Unmarshal(line, message); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func (t *Talk) guarded(handler func()) {
	defer func() {
		if problem := recover(); problem != nil {
			t.Failures++
			fmt.Fprintf(os.Stderr, "%v\n%s", problem, debug.Stack())
		}
	}()
	handler()
}

// Random is a small generator (mulberry32): the same numbers on every machine, in every language.
type Random struct{ state uint32 }

// NewRandom seeds a generator.
func NewRandom(seed int) Random { return Random{uint32(seed) ^ uint32(seed>>32)} }

// Below returns a whole number from 0 to n - 1.
func (r *Random) Below(n int) int {
	r.state += 0x6d2b79f5
	t := (r.state ^ r.state>>15) * (r.state | 1)
	t ^= t + (t^t>>7)*(t|61)
	return int(uint64(t^t>>14) * uint64(n) >> 32)
}
