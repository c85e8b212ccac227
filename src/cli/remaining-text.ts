import type { RemainingText } from "../domain/shared/erasure.ts";
import type { CommandContext } from "./command.ts";

/** What the commands that erase report of text that is still on the disk, so that nobody takes it for gone. */
export function remainingText(
  remaining: RemainingText | undefined,
  installation: CommandContext["installation"],
): { readonly json: RemainingText | null; readonly lines: readonly string[]; readonly exitCode: number } {
  if (!remaining) return { json: null, lines: [], exitCode: 0 };
  const file = installation.show(remaining.file);
  const until = {
    in_use: "until the other process that uses the file ends",
    disk: "because the disk refused to rewrite the file",
  }[remaining.because];
  return {
    json: { ...remaining, file },
    lines: [`The old text is still in ${file} ${until}. Membria finishes this by itself.`],
    exitCode: 1,
  };
}

/** The daily copies that an erasure deleted with the text. */
export function removedCopiesLines(removed = 0): string[] {
  if (removed === 0) return [];
  const copies =
    removed === 1
      ? "The daily copy of the memory that was"
      : `The ${removed} daily copies of the memory that were`;
  return [
    `${copies} there may have contained it, and ${removed === 1 ? "is" : "are"} deleted. The next one is made without it.`,
  ];
}
