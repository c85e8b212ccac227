import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import { findRepository, type GitUse } from "../../repository/index.ts";
import { Fault } from "../../shared/errors.ts";
import { type Environment, tilde } from "../environment.ts";
import { patientGit } from "./users-git.ts";

/**
 * For folders that clients name over HTTP. Whoever has a key could name any folder of this machine, so git is used only in
 * those that the person named who started the server: by starting it there, or in the settings.
 */
export function gitOverHttp({
  cwd,
  userHome,
  settings,
}: Pick<Environment, "cwd" | "userHome" | "settings">): GitUse {
  return {
    ...patientGit(settings.patience),
    async refusal(root) {
      const started = await findRepository(await real(cwd), await real(userHome));
      if (root === started?.root) return undefined;
      const named = await Promise.all(settings.gitFolders.map(real));
      if (
        named.some(
          (folder) => root === folder || root.startsWith(folder.endsWith(sep) ? folder : folder + sep),
        )
      )
        return undefined;
      return new Fault(
        "unavailable",
        `git was not used in ${tilde(root, userHome)}, because only a client over HTTP named that folder.`,
        {
          reason: "git_unnamed_folder",
          hint: "Who runs the server can start it in that folder, or name the folder in MEMBRIA_GIT_FOLDERS.",
        },
      );
    },
  };
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path);
