// The connection to the server, which is opened again when it is lost.

const AGAIN_MS = 1500;

/** A token by which the server knows this page; kept until the tab is closed. */
const keeper = (key) => ({
  get token() { return kept('sessionStorage', key); },
  set token(token) { kept('sessionStorage', key, token ?? ''); },
});
const remembered = keeper('game');

/** The secret in the address. It is removed from there, where others may easily see it. */
function secretOf(name) {
  const secret = new URLSearchParams(location.hash.slice(1)).get(name) ?? (location.pathname.endsWith('/join') ? location.hash.slice(1) : '');
  if (secret) history.replaceState(null, '', location.pathname);
  return secret || null;
}

function invited() {
  const secret = secretOf('seat');
  if (secret) remembered.token = kept('localStorage', `seat-${secret}`) ?? secret; // Whoever sat down by it here comes back by it.
  return secret;
}

/** Connect. `hears` has what takes each kind of message; `state` is called with true or false when the connection changes; `hello` makes the first message. */
function openLine(hears, state, path = 'play', own = remembered, hello = (token) => JSON.stringify({ do: 'return', token })) {
  let socket = null;
  let waiting = []; // Said before the line stood.

  function connect() {
    socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
    on(socket, 'open', () => {
      state(true);
      if (own.token) socket.send(hello(own.token));
      waiting.splice(0).forEach(say);
    });
    on(socket, 'message', ({ data }) => {
      const told = JSON.parse(data);
      for (const key of Object.keys(told)) if (Object.hasOwn(hears, key)) hears[key](told[key], told);
    });
    on(socket, 'close', () => {
      socket = null;
      state(false);
      if (own.token) setTimeout(connect, AGAIN_MS);
    });
  }

  function say(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else if (message.do === 'open') {
      waiting = [message];
      if (!socket) connect();
    }
  }

  if (own.token) connect();
  return say;
}
