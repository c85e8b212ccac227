import { render } from "preact";
import { sessionState, startSession } from "./net/session.ts";
import { followLinks } from "./route/address.ts";
import { Door } from "./shell/door.tsx";
import { Shell } from "./shell/shell.tsx";
import { listenToKeys } from "./shell/shortcuts.ts";
import { useStore } from "./state/store.ts";

function App() {
  const state = useStore(sessionState);
  return state.state === "signed-in" ? <Shell session={state.session} /> : <Door state={state} />;
}

const root = document.getElementById("page");
if (root) {
  followLinks();
  listenToKeys();
  void startSession();
  render(<App />, root);
}
