// The connection to the server, which is opened again when it is lost.

const TOKEN = 'game'; // By which the server knows the place of this page; kept until the tab is closed.
const AGAIN_MS = 1500;

/** Access a store of the browser; without one, a game is lost with its connection. */
const kept = (store, key, value) => {
  try {
    if (value === undefined) return window[store].getItem(key);
    if (value) window[store].setItem(key, value);
    else window[store].removeItem(key);
  } catch {
    // Some browsers forbid stores.
  }
  return null;
};

const remembered = {
  get token() { return kept('sessionStorage', TOKEN); },
  set token(token) { kept('sessionStorage', TOKEN, token ?? ''); },
};

/** The secret of an invitation. It is removed from the address, which others may easily see. */
function invited() {
  const secret = new URLSearchParams(location.hash.slice(1)).get('seat');
  if (!secret) return null;
  history.replaceState(null, '', location.pathname);
  remembered.token = kept('localStorage', `seat-${secret}`) ?? secret; // Whoever sat down by it here comes back by it.
  return secret;
}

/** Connect. `heard` takes every message; `state` is called with true or false when the connection changes. */
function openLine(heard, state) {
  let socket = null;
  let waiting = []; // Said before the line stood.

  function connect() {
    socket = new WebSocket(new URL('play', location.href.replace(/^http/, 'ws')));
    socket.addEventListener('open', () => {
      state(true);
      if (remembered.token) say({ do: 'return', token: remembered.token });
      waiting.splice(0).forEach(say);
    });
    socket.addEventListener('message', ({ data }) => heard(JSON.parse(data)));
    socket.addEventListener('close', () => {
      socket = null;
      state(false);
      if (remembered.token) setTimeout(connect, AGAIN_MS);
    });
  }

  function say(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else if (message.do === 'open') {
      waiting = [message];
      if (!socket) connect();
    }
  }

  if (remembered.token) connect();
  return say;
}
