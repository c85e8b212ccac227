import type { CommandContext } from "./command.ts";
import { COMMANDS } from "./commands/index.ts";
import { complete, completionLines } from "./complete.ts";
import type { SettingFlag } from "./parse.ts";

export interface LineToComplete {
  readonly words: readonly string[];
  readonly settings: readonly SettingFlag[];
  readonly context: (settings: Record<string, unknown>) => Pick<CommandContext, "installation">;
  readonly print: (text: string) => Promise<void>;
}

/** Prints what may follow. It never fails: a shell is in the middle of a line, and shows what it can. */
export async function completeLine({ words, settings, context, print }: LineToComplete): Promise<number> {
  try {
    const names = (chosen: Record<string, unknown>) => context(chosen).installation.storedNames();
    const lines = completionLines(await complete(words, { commands: COMMANDS, settings, names }));
    if (lines !== "") await print(lines);
  } catch {
    // There is nothing to suggest.
  }
  return 0;
}
