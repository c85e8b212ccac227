import type { DecisionRow } from "../../../tools/page/decision-row.ts";
import { ALL_PROJECTS, shownProject } from "../../net/project.ts";
import { OutcomeMark, percent, StandingMark } from "../../parts/marks.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";

interface Line extends DecisionRow {
  readonly check_again?: string | null;
  readonly strength?: "strong" | "weak";
  readonly matched?: { readonly part: string; readonly text: string } | null;
}

/** The address of a decision, in its own project. */
export const decisionHref = ({ id, project }: Pick<DecisionRow, "id" | "project">): string =>
  href(`/decisions/${encodeURIComponent(id)}`, project === shownProject() ? {} : { project });

/** A decision as one of several: all of it is a link. */
export function DecisionLine({ decision }: { readonly decision: Line }) {
  const { statement, standing, outcome, domain, author, created_at, confidence } = decision;
  return (
    <a class="decision-line" href={decisionHref(decision)}>
      <span class={standing === "active" ? "line-statement" : "line-statement no-longer"}>
        <Stored text={statement} />
      </span>
      {decision.matched ? (
        <span class="line-matched">
          {strings.decisions.matched(decision.matched.part)} <Stored text={decision.matched.text} />
        </span>
      ) : null}
      <span class="line-facts">
        {decision.strength ? (
          <span class={`tag tag-${decision.strength}`}>{strings.decisions[decision.strength]}</span>
        ) : null}
        <StandingMark standing={standing} />
        <OutcomeMark outcome={outcome} />
        {decision.check_again ? (
          <span class="tag tag-check" title={decision.check_again}>
            {strings.decisions.checkAgain}
          </span>
        ) : null}
        <span>
          <Stored text={domain} />
        </span>
        {confidence !== null && decision.confidence_stated ? (
          <span class="number">{percent(confidence)}</span>
        ) : null}
        <span>
          <Stored text={strings.decisions.by(author.kind, author.person ?? author.name)} />
        </span>
        {shownProject() === ALL_PROJECTS ? (
          <span>
            <Stored text={decision.project} />
          </span>
        ) : null}
        <When at={created_at} />
      </span>
    </a>
  );
}
