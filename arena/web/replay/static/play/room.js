// Several people: links before the game, presence during it, the clock, and talk.

const OWN = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(location.hostname);

/** A link to send to somebody. `address`: where other machines reach the server, if not at this page's. */
function linkBox(to, words, address) {
  const text = h('input', { readonly: true, value: new URL(to, OWN && address ? address : location.href).href, 'aria-label': words, onfocus: (event) => event.target.select() });
  const copy = h('button', { onclick: () => { text.focus(); if (document.execCommand('copy')) copy.textContent = 'Copied'; } }, 'Copy');
  return span('link', text, copy);
}

const watchLink = (secret, address) => linkBox(`watch.html#room=${secret}`, 'The link for spectators', address);

/** Draws into #gather. `say` sends messages. */
function gatherBox(say, address) {
  let secret = ''; // Of the invitation that was opened.
  const entry = (name, state, here, link) => h('li', { class: ['few', here && 'here'] }, h('b', name), h('small', state), link);

  function draw(told, title, { sits = false, asks = true } = {}) {
    const free = asks ? told.people.filter(({ name }) => !name).length : 0;
    const organises = !sits && told.me === told.organiser;
    put('waits', title);
    put('sort', `${spaced(told.variant)} · ${count(told.players, 'player')}${told.clock ? ` · ${told.clock} seconds for each question` : ''}`);
    put('sitting', asks && [
      told.people.map(({ name, here, invitation }, number) => entry(name || 'A free seat', !name ? 'nobody yet' : number === told.me ? 'you' : here ? 'is here' : 'is away', here,
        invitation && linkBox(`play.html#seat=${invitation}`, 'The link for this seat', address))),
      told.others.map((name) => entry(name, 'a bot', true)),
      told.watch && entry('Spectators', 'who see no hands', false, watchLink(told.watch, address))]);
    const shown = {
      begun: sits && asks && told.people[told.me].name, invites: organises && free, fills: told.table && free,
      local: organises && OWN && !address, waiting: !sits, sits, start: organises && free,
    };
    for (const [id, is] of Object.entries(shown)) $(id).hidden = !is;
    put('start', `Begin now, with ${free === 1 ? 'a bot' : 'bots'} until they come`);
  }

  on('start', 'click', () => say({ do: 'begin' }));
  on('stop', 'click', () => say({ do: 'leave' }));
  on('sits', 'submit', (event) => {
    event.preventDefault();
    const name = $('called').value.trim();
    if (name) say({ do: 'sit', token: secret, name });
  });
  return {
    draw(told) {
      draw(told, [told.table ? `Table ${told.table} · ` : '', told.complete ? 'The game is about to begin …' : 'Waiting for the others']);
    },
    /** For somebody who has opened an invitation, or the link of a class, where nobody in particular asks. */
    invite(told, its) {
      secret = its;
      const asks = told.people?.[told.organiser].name;
      draw(told, asks ? `${asks} asks you to play` : 'Join the class', { sits: true, asks: Boolean(asks) });
    },
  };
}

/** Draws people into #people, the time left into #clock, and the spectators' link into #watching. */
function roomBox(say, game, address) {
  let until = null;
  let timer = null;
  const number = h('span');
  put('watching', h('summary', 'Spectators', number), watchLink(game.watch, address));

  function tick() {
    clearTimeout(timer);
    const left = until === null ? null : Math.max(0, Math.ceil((until - performance.now()) / 1000));
    $('clock').hidden = left === null;
    put('clock', left === null ? '' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`);
    $('clock').classList.toggle('short', left !== null && left <= 10);
    if (left) timer = setTimeout(tick, 500);
  }

  return {
    draw(seat) {
      until = seat.left_ms === null || seat.over ? null : performance.now() + seat.left_ms;
      tick();
      const ended = seat.over || seat.gone !== '';
      $('talking').hidden = $('people').hidden = !game.several || ended;
      $('watching').hidden = ended;
      number.textContent = seat.watching ? `: ${seat.watching}` : '';
      renew('people', [seat.people, seat.organises, ended], (box) => put(box, seat.people.map(({ seat: at, here, played }, person) => h('li', null,
        named(at, game), h('small', at === seat.me ? 'you' : played ? 'a bot plays' : here ? 'here' : 'away'),
        seat.organises && at !== seat.me && !played && h('button', { 'data-deed': `replace-${person}`, title: 'A bot plays on until they act again', onclick: () => say({ do: 'replace', person }) }, 'Let a bot play')))));
    },
  };
}
