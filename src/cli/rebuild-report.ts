import { rebuildMemory } from "../app/repair/rebuild-memory.ts";
import { perform, type ResultOf } from "../app/shared/operation.ts";
import { noticeText } from "../tools/wording.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { table } from "./terminal.ts";

type Result = ResultOf<typeof rebuildMemory>;

/** What the rows of each part are. */
const ROWS: Readonly<Record<keyof Result["rebuilt"], string>> = {
  words: "memories indexed",
  outcomes: "current outcomes",
  tallies: "sums",
  vectors: "decisions embedded",
  skills: "groups of decisions",
};

/** Rebuilds the memory, and says what was wrong and how long it took. */
export async function rebuildReport({
  deps,
  call,
  terminal,
  wording,
}: CommandContext): Promise<CommandResult> {
  const result = await perform(rebuildMemory, {}, await deps(), {
    ...(await call()),
    progress: (done, total, message) =>
      terminal.progress(`${message ?? ""} ${done} of ${total ?? "?"}`.trim()),
  });
  terminal.progress("");
  const { changes, rebuilt, wasInOrder, pending, took } = result;
  const notices = [
    ...result.notices.map((notice) => noticeText(notice, wording)),
    ...(pending === 0 ? [] : [`${pending} decisions wait to be embedded.`]),
  ];
  const parts = Object.entries(rebuilt) as [keyof Result["rebuilt"], { rows: number; mended: number }][];
  return {
    json: { changes, rebuilt, was_in_order: wasInOrder, pending, took_ms: took, notices },
    text: [
      `The log has all that was said: ${changes} entries, checked in ${seconds(took.check)}.`,
      table(
        parts.map(([part, { rows, mended }]) => [
          part,
          `${rows} ${ROWS[part]}`,
          mended === 0
            ? "was in order"
            : terminal.style(
                "yellow",
                `${mended} ${part === "skills" ? "grouped or counted otherwise" : "mended"}`,
              ),
        ]),
        terminal.width,
      ),
      `Tables ${seconds(took.tables)}, vectors ${seconds(took.vectors)}, skills ${seconds(took.skills)}.`,
      ...notices,
      wasInOrder ? "Everything was in order." : "What differed was made again.",
    ].join("\n"),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
