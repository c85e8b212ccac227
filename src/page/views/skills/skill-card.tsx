import type { AntipatternResult, SkillResult } from "../../../tools/page/skills.ts";
import { percent } from "../../parts/marks.tsx";
import { Stored, WithIds } from "../../parts/stored-text.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";

const { skills: words } = strings;

/** Below this, counts say more than a share. */
const FEW_OUTCOMES = 5;

export function SkillCard({ learned }: { readonly learned: SkillResult | AntipatternResult }) {
  return (
    <article class="panel skill-card">
      <h3>
        <a href={href(`/skills/${encodeURIComponent(learned.id)}`)}>
          <Stored text={learned.statement} />
        </a>
      </h3>
      <WithIds text={learned.recommendation} />
      <SkillFacts learned={learned} />
    </article>
  );
}

/** How sure it is, and of what kind. */
export function SkillFacts({ learned }: { readonly learned: SkillResult | AntipatternResult }) {
  const { successes, outcomes, stage, domain, applicability } = learned;
  const isSkill = learned.kind === "skill";
  return (
    <>
      {outcomes >= FEW_OUTCOMES ? (
        <RateBar rate={learned.rate} interval={learned.interval} tone={isSkill ? "good" : "bad"} />
      ) : null}
      <p class="line-facts">
        <span class={isSkill ? "tag tag-strong" : "tag tag-bad"}>
          {learned.kind === "skill" && learned.source === "replaced_failure"
            ? words.replacedFailure
            : words.stages[stage]}
        </span>
        {learned.kind === "antipattern" ? <span>{words.severities[learned.severity]}</span> : null}
        <span class="number">{words.worked(successes, outcomes)}</span>
        <span>
          <Stored text={domain} />
        </span>
        {applicability === null ? null : <span>{words.applies(percent(applicability))}</span>}
      </p>
    </>
  );
}

/** An expected share with the bounds that it lies in. The numbers stand beside the drawing. */
function RateBar({
  rate,
  interval: [low, high],
  tone,
}: {
  readonly rate: number;
  readonly interval: readonly [number, number];
  readonly tone: "good" | "bad";
}) {
  return (
    <span class={`rate rate-${tone}`} title={words.rateTitle}>
      <span
        class="rate-bar"
        aria-hidden="true"
        style={{ "--rate": String(rate), "--low": String(low), "--high": String(high) }}
      />
      <span class="rate-text number">{words.rate(percent(rate), percent(low), percent(high))}</span>
    </span>
  );
}
