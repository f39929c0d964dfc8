// Unpacking the data of a game, see arena/web/replay/replay_data.py.

const start = (draw) => unpack($('data').textContent).then(draw).then(() => { document.documentElement.dataset.ready = 'yes'; });

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(plain).text());
}

function changed(old, path, at, change) {
  if (at < path.length) {
    const copy = Array.isArray(old) ? old.slice() : { ...old };
    copy[path[at]] = changed(old[path[at]], path, at + 1, change);
    return copy;
  }
  if (change.length === 1) return change[0];
  const [start, end, items] = change;
  return [...old.slice(0, start), ...items, ...old.slice(end)];
}

const apply = (old, changes) => (changes ?? []).reduce((now, [path, ...change]) => changed(now, path, 0, change), old);

/** Expand frames: whole positions and offer books in place of differences, and complete decisions. */
function unrolled(told) {
  let position = null;
  let offers = [];
  const questions = [];
  return told.lines.map((lines, number) => {
    position = apply(position, told.position[number]);
    offers = apply(offers, told.offers[number]);
    return { number, lines, asked: told.asked[number] ?? [], moves: told.moves[number] ?? [], position, offers, decided: whole(told.decided[number], questions) };
  });
}

/** Complete a decision. `questions` counts the questions to each seat so far. */
function whole(decided, questions) {
  if (!decided) return null;
  const { seat, choices, chose } = decided;
  if (decided.question !== null) questions[seat] = (questions[seat] ?? 0) + 1;
  return { question: questions[seat], of: choices.length, ...decided, chose: typeof chose === 'number' ? choices[chose] : chose };
}
