import { Fault } from "../shared/errors.ts";

/** A beginning that a shell would replace with the home folder. */
const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=$|[/\\])/;
const OTHER_USER = /^~[^/\\]+/;

/**
 * A path as a person writes it, with `~`, `$HOME` or `${HOME}` at its beginning: settings of clients are JSON, and no
 * shell replaces those there. `source` is the setting that it comes from.
 */
export function expandHome(path: string, userHome: string, source: string): string {
  const other = OTHER_USER.exec(path)?.[0];
  if (other !== undefined) throw otherUser(path, other, source);
  return path.replace(HOME, () => userHome);
}

function otherUser(path: string, other: string, source: string): Fault {
  return new Fault("invalid", `The setting ${source} names the home folder of another user, ${other}.`, {
    field: source,
    received: path,
    reason: "invalid_setting",
    hint: `Write the whole path of that folder, or ~/ for your own. A name that begins with ~ is written as ./${path}.`,
  });
}
