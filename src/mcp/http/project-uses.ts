import type { Log } from "../../shared/ports.ts";

/** How the project of a call was found. */
export type ProjectOrigin = "key" | "header" | "call" | "setting" | "folder" | "nothing";

/** Who uses a project, and why that one. What a client calls itself stays out of the log. */
export interface ProjectUse {
  /** The id of the access key. Missing for the shared token, and on a server that needs no key. */
  readonly key?: string | undefined;
  readonly project: string;
  readonly origin: ProjectOrigin;
}

/** Tells who runs the server which project a key is used for, once for each key, project and reason. */
export type NoteProjectUse = (use: ProjectUse) => void;

const BECAUSE: Readonly<Record<ProjectOrigin, string>> = {
  key: "its key is bound to it",
  header: "the header Membria-Project names it",
  call: "the call names it",
  setting: "it is the one of this server",
  folder: "it is the one of the folder that the client works in",
  nothing: "nothing names another: send the header Membria-Project, or create a key with --project",
};

/** A header may name anything, so only the latest are remembered. */
const MOST_REMEMBERED = 1_000;

export function noteProjectUses(log: Log): NoteProjectUse {
  const noted = new Set<string>();
  return (use) => {
    const id = JSON.stringify(use);
    if (noted.has(id)) return;
    noted.add(id);
    const [oldest] = noted;
    if (noted.size > MOST_REMEMBERED && oldest !== undefined) noted.delete(oldest);
    const who =
      use.key === undefined ? "A client without a key of its own" : `A client with the key ${use.key}`;
    log.info(`${who} uses the project "${use.project}", because ${BECAUSE[use.origin]}.`);
  };
}
