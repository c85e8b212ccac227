import type { DecisionRow } from "../../../tools/page/decision-results.ts";
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
      <span class={standing === "active" ? "line-head" : "line-head no-longer"}>
        {decision.strength ? (
          <span class={`tag tag-${decision.strength}`}>{strings.decisions[decision.strength]}</span>
        ) : null}
        <span class="line-statement">
          <Stored text={statement} />
        </span>
        {decision.check_again ? (
          <span class="tag tag-check" title={decision.check_again}>
            {strings.decisions.checkAgain}
          </span>
        ) : null}
      </span>
      {decision.matched ? (
        <span class="line-matched">
          {strings.decisions.matched(decision.matched.part)} <Stored text={decision.matched.text} />
        </span>
      ) : null}
      <span class="line-facts columns-of-facts">
        <StandingMark standing={standing} />
        <OutcomeMark outcome={outcome} />
        <span>
          <Stored text={domain} />
        </span>
        <span class="number">
          {confidence !== null && decision.confidence_stated ? percent(confidence) : "–"}
        </span>
        <span class="line-author">
          <Stored text={strings.decisions.by(author)} />
          {shownProject() === ALL_PROJECTS ? <Stored text={` · ${decision.project}`} /> : null}
        </span>
        <When at={created_at} />
      </span>
    </a>
  );
}
