import { useEffect } from "preact/hooks";
import { type SessionState, startSession } from "../net/session.ts";
import { strings } from "../strings.ts";

/** The page for somebody who is not signed in. */
export function Door({ state }: { readonly state: Exclude<SessionState, { state: "signed-in" }> }) {
  useEffect(() => {
    document.title = strings.shell.product;
  }, []);
  if (state.state === "starting") {
    return (
      <main class="door">
        <p role="status">{strings.parts.loading}</p>
      </main>
    );
  }
  const isUnreachable = state.state === "unreachable";
  const words = isUnreachable ? strings.door.unreachable : strings.door[state.why];
  return (
    <main class="door">
      <div class="door-card">
        <p class="brand">{strings.shell.product}</p>
        <h1>{words.title}</h1>
        <p>{words.text}</p>
        {isUnreachable ? (
          <button type="button" class="button primary" onClick={() => void startSession()}>
            {strings.parts.again}
          </button>
        ) : (
          <>
            <p>{strings.door.run}</p>
            <pre class="command">
              <code>membria open</code>
            </pre>
            <p class="faint">{strings.door.why}</p>
          </>
        )}
      </div>
    </main>
  );
}
