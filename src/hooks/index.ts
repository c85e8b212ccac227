export type { HookDeps } from "./operations/deps.ts";
export { handleEvent } from "./operations/handle-event.ts";
export {
  countWaiting,
  listTold,
  switchHooks,
  type ToldRecord,
  type Waiting,
} from "./operations/list-told.ts";
export {
  HOOK_EVENTS,
  HOOKS_KEPT_DAYS,
  type HookEvent,
  NOT_RECEIVED,
  type ReportedEvent,
  type Told,
  type ToSay,
} from "./rules/hook-session.ts";
export { askLocally, listenLocally, socketPath } from "./sockets/local-socket.ts";
export {
  announcePage,
  announceServer,
  type PageServer,
  pagesOf,
  serversFolder,
  serversOf,
} from "./sockets/running-servers.ts";
export { expireHooks, hookSession, recordTold, sessionsNamed } from "./sql/hook-store.ts";
