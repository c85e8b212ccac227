import { splitLines } from "../../domain/shared/lines.ts";
import type { ItemOf } from "../../tools/review/queue.ts";
import type { CommandContext } from "../command.ts";

/**
 * The words of the person in place of those that were found: one line is changed where it is asked for, a longer text in
 * the editor. Undefined if they left it, or there is no editor for a longer text.
 */
export async function changeWords(
  { id, candidate }: ItemOf<"decision"> | ItemOf<"checkpoint">,
  { terminal, installation }: Pick<CommandContext, "terminal" | "installation">,
): Promise<string | undefined> {
  const text = candidate.kind === "decision" ? candidate.statement : candidate.summary;
  if (splitLines(text.trim()).length === 1) return (await terminal.askLine("›", text)) || undefined;
  const editor = installation.editor();
  if (!editor) {
    terminal.say("It has several lines: set EDITOR to change it.");
    return undefined;
  }
  const edited = await editor.open(`${id}.md`, text);
  const words = edited.text.trim();
  if (!edited.ended) {
    terminal.say(`The editor did not end well, so nothing was taken over. Your text is in ${edited.path}.`);
    return undefined;
  }
  await edited.discard();
  return words || undefined;
}
