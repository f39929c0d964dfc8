// Several people: links before the game, presence during it, the clock, and talk.

const OWN = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(location.hostname);

/** A link to send to somebody. `address`: where other machines reach the server, if not at this page's. */
function linkBox(to, words, address) {
  const text = h('input', { type: 'text', readonly: true, value: new URL(to, OWN && address ? address : location.href).href, 'aria-label': words, onfocus: (event) => event.target.select() });
  const copy = h('button', { onclick: () => { text.focus(); navigator.clipboard?.writeText(text.value).then(() => { copy.textContent = 'Copied'; }, () => {}); } }, 'Copy');
  return h('span', { class: 'link' }, text, copy);
}

const watchLink = (secret, address) => linkBox(`watch.html#room=${secret}`, 'The link for spectators', address);

/** Draws into #gather. `say` sends messages. */
function gatherBox(say, address) {
  const box = $('gather');
  let called = '';

  function row({ name, here, invitation }, number, told) {
    const state = number === told.me && name ? 'you' : !name ? 'nobody yet' : here ? 'is here' : 'is away';
    return h('li', { class: here ? 'here' : null }, h('b', name || 'A free seat'), h('small', state), invitation ? linkBox(`play.html#seat=${invitation}`, 'The link for this seat', address) : null);
  }

  const sort = (told) => `${spaced(told.variant)} · ${count(told.players, 'player')}${told.clock ? ` · ${told.clock} seconds for each question` : ''}`;
  const people = (told) => [
    h('ul', told.people.map((each, number) => row(each, number, told)), told.others.map((name) => h('li', { class: 'here' }, h('b', name), h('small', 'a bot'))),
      told.watch ? h('li', h('b', 'Spectators'), h('small', 'who see no hands'), watchLink(told.watch, address)) : null)];

  return {
    /** Before the game: everybody who has sat down sees this. */
    draw(told) {
      const organises = told.me === told.organiser;
      const free = told.people.filter(({ name }) => !name).length;
      put(box, h('h2', told.table ? `Table ${told.table}` : null, told.table ? ' · ' : null, told.complete ? 'The game is about to begin …' : 'Waiting for the others'), h('p', sort(told)), people(told),
        organises && free ? h('p', { class: 'none' }, 'Send each person a link of their own. The game begins when everybody sits. Seats are drawn then.') : null,
        told.table && free ? h('p', { class: 'none' }, 'It begins when everybody sits, or a minute after the first sat down, with bots in the free seats.') : null,
        organises && OWN && !address ? h('p', { class: 'notice' }, 'This server answers this machine alone, so these links work only here. To play on several machines, start it anew with: arena serve --play --host 0.0.0.0') : null,
        h('div', { class: 'deeds' },
          organises && free ? h('button', { class: 'main', id: 'start', onclick: () => say({ do: 'begin' }) }, `Begin now, with ${free === 1 ? 'a bot' : 'bots'} until they come`) : null,
          h('button', { id: 'stop', onclick: () => say({ do: 'leave' }) }, 'Leave')));
    },
    /** For somebody who has opened an invitation, or the link of a class, where nobody in particular asks. */
    invite(told, secret) {
      const name = h('input', { type: 'text', id: 'called', maxlength: 24, required: true, value: called, autocomplete: 'off' });
      const asks = told.people?.[told.organiser].name;
      put(box, h('h2', asks ? `${asks} asks you to play` : 'Join the class'), h('p', sort(told)), asks ? people(told) : null,
        told.people?.[told.me].name ? h('p', 'The game has begun. A bot plays for you until you sit down.') : null,
        h('form', { class: 'deeds', onsubmit: (event) => { event.preventDefault(); called = name.value.trim(); if (called) say({ do: 'sit', token: secret, name: called }); } },
          h('label', { class: 'field-of' }, 'Your name', name),
          h('button', { type: 'submit', class: 'main', id: 'sit' }, 'Sit down')));
      name.focus();
    },
  };
}

/** Draws people into #people, the time left into #clock, and the spectators' link into #watching. */
function roomBox(say, game, address) {
  let until = null;
  let timer = null;
  const number = h('span');
  put($('watching'), h('summary', 'Spectators', number), watchLink(game.watch, address));

  function tick() {
    clearTimeout(timer);
    const left = until === null ? null : Math.max(0, Math.ceil((until - performance.now()) / 1000));
    $('clock').hidden = left === null;
    $('clock').textContent = left === null ? '' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    $('clock').classList.toggle('short', left !== null && left <= 10);
    if (left) timer = setTimeout(tick, 500);
  }

  return {
    draw(seat) {
      until = seat.left_ms === null || seat.over ? null : performance.now() + seat.left_ms;
      tick();
      $('talking').hidden = !game.several || seat.over || seat.gone !== '';
      const ended = seat.over || seat.gone !== '';
      $('people').hidden = !game.several || ended;
      $('watching').hidden = ended;
      number.textContent = seat.watching ? `: ${seat.watching}` : '';
      renew($('people'), [seat.people, seat.organises, ended], (box) => put(box, seat.people.map(({ seat: at, here, played }, person) => h('li', null,
        named(at, game), h('small', at === seat.me ? 'you' : played ? 'a bot plays' : here ? 'here' : 'away'),
        seat.organises && at !== seat.me && !played ? h('button', { 'data-deed': `replace-${person}`, title: 'A bot plays on until they act again', onclick: () => say({ do: 'replace', person }) }, 'Let a bot play') : null))));
    },
  };
}
