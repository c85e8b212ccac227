import { userInfo } from "node:os";
import { gitUserName } from "../../portability/index.ts";
import type { Environment } from "../environment.ts";

/** The name of the person who uses this machine: from the settings, else from git, else that of the system's user. */
export async function findPerson(
  { settings, cwd, userHome, gitConfigs }: Environment,
  roots: () => Promise<readonly string[]>,
): Promise<string | undefined> {
  if (settings.person !== undefined) return settings.person;
  const where = { cwd, roots: await roots(), home: userHome, userConfigs: gitConfigs };
  return (await gitUserName(where)) ?? systemUser();
}

/** In a container, the user may have a number and no name. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
