import { createStore } from "../state/store.ts";
import { endSession, sessionState } from "./session.ts";

/** A change that somebody made in the memory. `areas` is empty if it is not known, and everything may have changed. */
export interface Change {
  readonly areas: readonly string[];
  readonly ids: readonly string[];
}

export type Connection = "connecting" | "live" | "lost";
export const connection = createStore<Connection>("connecting");

const listeners = new Set<(change: Change) => void>();

export function onChange(listener: (change: Change) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = (change: Change): void => {
  for (const listener of [...listeners]) listener(change);
};

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** The server says something every 20 seconds. */
const SILENCE = 50_000;

/** Listens to the changes of a project until the returned function is called, and connects again when it must. */
export function listenTo(project: string): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE;
  let wasLost = false;

  const lose = (): void => {
    source?.close();
    clearTimeout(timer);
    wasLost = true;
    connection.set("lost");
    timer = setTimeout(() => void reconnect(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  };
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(lose, SILENCE);
  };
  let isOver = false;
  const reconnect = async (): Promise<void> => {
    // An EventSource does not say why it failed; the session does.
    const answer = await fetch("/page/session").catch(() => undefined);
    if (answer?.status === 401) endSession("ended");
    if (isOver || sessionState.get().state !== "signed-in") return;
    if (answer?.ok) connect();
    else lose();
  };
  const connect = (): void => {
    source = new EventSource(`/page/events?project=${encodeURIComponent(project)}`);
    source.addEventListener("open", () => {
      pause = FIRST_PAUSE;
      heard();
      connection.set("live");
      // Changes in between were not heard.
      if (wasLost) tell({ areas: [], ids: [] });
      wasLost = false;
    });
    source.addEventListener("ping", heard);
    source.addEventListener("change", (event) => {
      heard();
      tell(JSON.parse(event.data as string) as Change);
    });
    source.addEventListener("error", lose);
  };
  // A browser has six connections to a server for all its windows, and one that nobody sees needs none.
  const seen = (): void => {
    source?.close();
    clearTimeout(timer);
    if (document.hidden) wasLost = true;
    else connect();
  };
  connect();
  document.addEventListener("visibilitychange", seen);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", seen);
    source?.close();
    clearTimeout(timer);
  };
}
