import { tmpdir } from "node:os";
import type { Editor } from "../cli/command.ts";

/** The editor in `VISUAL` or `EDITOR`, as for git; undefined without a terminal to use it at. */
export function personsEditor(
  env: Readonly<Record<string, string | undefined>>,
  hasTerminal: boolean,
): Editor | undefined {
  const command = env["VISUAL"]?.trim() || env["EDITOR"]?.trim();
  if (!command || !hasTerminal) return undefined;
  return {
    async open(name, text) {
      const { openInEditor } = await import("../shared/system/programs.ts");
      return openInEditor(command, tmpdir(), { name, text });
    },
  };
}
