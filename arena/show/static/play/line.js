// The line to the server: what is said goes out, what is told comes in; a lost line is taken up again.

const TOKEN = 'game'; // By which the server knows the game of this page; kept until the tab is closed.
const AGAIN_MS = 1500;

const remembered = {
  get token() { try { return sessionStorage.getItem(TOKEN); } catch { return null; } },
  set token(token) {
    try {
      if (token) sessionStorage.setItem(TOKEN, token);
      else sessionStorage.removeItem(TOKEN);
    } catch {
      // Without it a game is lost with its line, and no more.
    }
  },
};

/** heard: takes every message; state: told whether the line stands. */
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
    else if (message.do === 'begin') {
      waiting = [message];
      if (!socket) connect();
    }
  }

  if (remembered.token) connect();
  return say;
}
