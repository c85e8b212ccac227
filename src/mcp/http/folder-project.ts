import type { Notice } from "../../shared/errors.ts";
import type { ResolvedProject } from "../calls/call.ts";

/** What the folder that a client works in says about its project. */
export type FolderProject =
  /** The client has not answered yet, names no folder, or one that cannot be seen from here. */
  | { readonly folder: "awaited" | "unnamed" | "unseen" }
  | ({ readonly folder: "seen"; readonly source: string } & ResolvedProject);

/** Asks the client for its folders when it is first called. There is one for each connection. */
export type FindFolderProject = (ask: () => Promise<readonly string[]>) => Promise<FolderProject>;

const TO_NAME_ONE = "Send the header Membria-Project, or use a key created with --project.";

const WHY = {
  unasked: "neither the key nor the request names one",
  unnamed: "neither the key nor the request names one, and the client does not say which folder it works in",
  awaited: "the client has not said yet which folder it works in",
  unseen: "this server cannot see the folder that the client works in",
} as const;

/** Why the default project is used, and what would name another. */
export const defaultNotice = (why: keyof typeof WHY): string =>
  `The project "default" was used, because ${WHY[why]}. ${TO_NAME_ONE}`;

/** The notice about a folder without a project, with what helps over HTTP, where the settings are not the client's. */
export const folderNotice = (notice: Notice): Notice =>
  typeof notice === "string" || notice.remedies?.some(({ remedy }) => remedy === "trust-project")
    ? notice
    : `${notice.text} ${TO_NAME_ONE}`;
