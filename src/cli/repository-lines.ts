import type { RepositorySays } from "../app/repository/repository-says.ts";
import { proposalSentence, reportSentence } from "../domain/repository/report-text.ts";
import type { Terminal } from "./terminal.ts";

/** What the repository says of a decision, and what seems to follow, below the line of the decision. */
export function saysLines(
  says: RepositorySays | undefined,
  { style }: Pick<Terminal, "style">,
  indent = "    ",
): string[] {
  const { reports = [], proposed } = says ?? {};
  const said = reportSentence(reports, { withTitles: true });
  return [
    ...(said === undefined ? [] : [style("dim", `${indent}${said}`)]),
    ...(proposed
      ? [style(proposed.status === "failure" ? "yellow" : "dim", `${indent}${proposalSentence(proposed)}`)]
      : []),
  ];
}
