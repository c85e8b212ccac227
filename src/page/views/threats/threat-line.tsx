import type { ComponentChildren } from "preact";
import type { ThreatRow } from "../../../tools/page/threats.ts";
import { Mark, percent } from "../../parts/marks.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";

const { threats: words } = strings;
const MARKS = { critical: "failure", high: "failure", medium: "partial", low: "none" } as const;

export function SeverityMark({ severity }: Pick<ThreatRow, "severity">) {
  return <Mark kind={MARKS[severity]} word={words.severities[severity]} />;
}

/** A pattern as one of several: all of it is a link. */
export function ThreatLine({
  threat,
  relevance,
  children,
}: {
  readonly threat: ThreatRow;
  readonly relevance?: number;
  readonly children?: ComponentChildren;
}) {
  const { id, name, severity, likelihood, cwe, stacks } = threat;
  return (
    <a class="decision-line" href={href(`/threats/${encodeURIComponent(id)}`)}>
      <span class="line-statement">{name}</span>
      {children}
      <span class="line-facts">
        <SeverityMark severity={severity} />
        {relevance === undefined ? null : <span class="number">{words.applies(percent(relevance))}</span>}
        <span>{words.likelihood(words.likelihoods[likelihood])}</span>
        <span>{cwe.join(", ")}</span>
        {stacks.length > 0 ? <span>{stacks.join(", ")}</span> : null}
      </span>
    </a>
  );
}
