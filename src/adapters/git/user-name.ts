import { join } from "node:path";
import { userName } from "./config-file.ts";
import { findReadableRepository, type ProjectLookup } from "./project.ts";
import { readText } from "./repository.ts";

export interface UserNameLookup extends ProjectLookup {
  /** The configuration files of the user, the one that takes precedence first. */
  readonly userConfigs: readonly string[];
}

/** `user.name` of git: that of the repository, else that of the user. */
export async function gitUserName({ userConfigs, ...where }: UserNameLookup): Promise<string | undefined> {
  const commonDir = (await findReadableRepository(where))?.commonDir;
  const files = commonDir === undefined ? userConfigs : [join(commonDir, "config"), ...userConfigs];
  for (const file of files) {
    const name = userName((await readText(file)) ?? "");
    if (name !== undefined) return name;
  }
  return undefined;
}
