// My turn: a soft sound, and a notification while nobody sees the page.

const WHILE_MS = 1500; // Who answered a moment ago needs no sound.

/** `see` takes each state of the seat, `silence` switches the sound off or on. */
function turnBell() {
  let audio = null;
  let waits = performance.now(); // Since when; null while there is a question.

  const silent = () => kept('localStorage', 'silent') === 'yes';
  const show = () => $('sound').setAttribute('aria-pressed', String(!silent()));
  show();

  function ring() {
    audio ??= new AudioContext();
    audio.resume();
    [587, 880].forEach((pitch, at) => {
      const [tone, soft, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + at * 0.14];
      tone.frequency.value = pitch;
      soft.gain.setValueAtTime(0, start);
      soft.gain.linearRampToValueAtTime(0.08, start + 0.02);
      soft.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
      tone.connect(soft).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.45);
    });
  }

  /** Ask once, when somebody has looked elsewhere and comes back. */
  function offer() {
    if (document.hidden || $('game').hidden || !('Notification' in window) || Notification.permission !== 'default' || kept('localStorage', 'offered')) return;
    kept('localStorage', 'offered', 'yes');
    const answer = (text, deed) => h('button', { onclick: () => { message(''); deed?.(); } }, text);
    message(['Notify you when it is your turn? ', answer('Yes, please', () => Notification.requestPermission()), ' ', answer('No, thanks')]);
  }
  on(document, 'visibilitychange', offer);

  return {
    silence() {
      kept('localStorage', 'silent', silent() ? '' : 'yes');
      show();
      if (!silent()) ring();
    },
    see({ question, over, task }) {
      const mine = question !== null && !over;
      document.title = mine ? '● Your turn' : 'Play a game';
      if (mine && waits !== null && (document.hidden || performance.now() - waits > WHILE_MS)) {
        if (!silent()) ring();
        if (document.hidden && window.Notification?.permission === 'granted') new Notification('Your turn', { body: task, tag: 'turn' });
      }
      waits = mine ? null : waits ?? performance.now();
    },
  };
}
