// Coins over time; a click or a drag goes there.

const HEIGHT = 100;

function drawChart(frames, game, show) {
  const last = Math.max(1, frames.length - 1);
  const most = Math.max(1, ...frames.flatMap(({ position }) => position.scores));
  const y = (score) => HEIGHT - 6 - (score / most) * (HEIGHT - 14);
  const lines = game.seats.map((_, seat) => {
    let path = '';
    frames.forEach(({ position }, at) => {
      const score = position.scores[seat];
      if (at && score === frames[at - 1].position.scores[seat] && at !== last) return;
      path += at ? `H${at}V${y(score)}` : `M0 ${y(score)}`;
    });
    return s('path', { d: path, stroke: colourOf(seat), 'stroke-dasharray': DASHES[seat % DASHES.length], class: 'score' });
  });
  const turns = frames.map((frame, at) => (frame.lines.some(([sort]) => sort === 'turn') ? s('path', { d: `M${at} ${HEIGHT}V${HEIGHT - 4}`, class: 'turn' }) : null));
  const head = s('path', { id: 'head', d: `M0 0V${HEIGHT}` });
  const svg = s('svg', { viewBox: `0 0 ${last} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'coins over time' }, turns, lines, head);
  const go = (event) => {
    const box = svg.getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  svg.addEventListener('pointerdown', (event) => { svg.setPointerCapture(event.pointerId); go(event); });
  svg.addEventListener('pointermove', (event) => { if (event.buttons) go(event); });
  put($('chart'), svg);
}

function markChart(number) {
  $('head').setAttribute('transform', `translate(${number} 0)`);
}
