import type { PageSessionStore } from "../../../domain/access/page-session-store.ts";
import { loadedLater } from "../shared/loaded-later.ts";

const LOADED = [
  "addPageTicket",
  "openPageSession",
  "findPageSession",
  "closePageSession",
] as const satisfies readonly (keyof PageSessionStore)[];

/** Who is signed in to the page, loaded when somebody opens it. */
export const loadedPageSessions = (load: () => Promise<PageSessionStore>): PageSessionStore =>
  loadedLater(LOADED, load);
