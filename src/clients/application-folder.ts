import type { Places } from "./client.ts";

/** Where programs with windows keep the settings of a person. */
export function applicationFolder({ platform, userHome, variables, join }: Places): string {
  if (platform === "darwin") return join(userHome, "Library", "Application Support");
  if (platform === "win32") return variables["APPDATA"] || join(userHome, "AppData", "Roaming");
  return variables["XDG_CONFIG_HOME"] || join(userHome, ".config");
}
