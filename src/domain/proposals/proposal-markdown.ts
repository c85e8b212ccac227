import { foldLines } from "../shared/lines.ts";
import { acceptableFrom, type Proposal } from "./proposal.ts";

/** The file name of a proposal, which can be used instead of its id. */
export const proposalFileName = ({ id }: Pick<Proposal, "id">): string => `${id}.md`;

/** A proposal as a page for a person who reviews it. Each text is on one line, so that none can add a heading. */
export function proposalMarkdown(proposal: Proposal): string {
  const { id, project, kind, target, createdAt, state } = proposal;
  const list = (items: readonly string[]): string[] => items.map((item) => `- ${foldLines(item)}`);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? ["", `## ${title}`, "", ...lines] : [];
  return [
    `# ${foldLines(proposal.statement)}`,
    "",
    ...list([
      `Proposal: ${id} (${state})`,
      `Project: ${project}`,
      `Kind: ${kind}`,
      `Target: ${target}`,
      `Written: ${createdAt.toISOString()}`,
      `Can be accepted from: ${acceptableFrom(proposal).toISOString()}`,
    ]),
    ...section("Reasoning", [foldLines(proposal.reasoning)]),
    ...section("What could explain it", list(proposal.explanations)),
    ...section("Evidence", list(proposal.evidence)),
    "",
  ].join("\n");
}
