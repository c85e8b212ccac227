import type { GetSkillResult, TrialResult } from "../../../tools/page/skills.ts";
import { useCall } from "../../net/use-call.ts";
import { Fact, Facts } from "../../parts/figures.tsx";
import { OutcomeMark, percent } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer } from "../../parts/states.tsx";
import { Stored, WithIds } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { useRowKeys } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";
import { SkillFacts } from "./skill-card.tsx";

const { skills: words } = strings;

/** One skill whole: its advice, what it was learned from, and how it got where it is. */
export function SkillPage({ id }: { readonly id: string }) {
  const found = useCall("get-skill", { id });
  const { data } = found;
  return (
    <Page
      title={data?.learned?.statement ?? strings.views.skills}
      heading={data ? <Stored text={data.learned?.statement ?? id} /> : strings.views.skills}
      lead={data ? data.because : undefined}
      actions={
        <a class="button quiet" href={href("/skills")}>
          {words.back}
        </a>
      }
    >
      <Answer of={found}>{(skill) => <Whole skill={skill} />}</Answer>
    </Page>
  );
}

function Whole({ skill }: { readonly skill: GetSkillResult }) {
  const { learned, decisions, history, trial } = skill;
  useRowKeys(".skill-decisions a");
  return (
    <div class="stack">
      <section class="panel">
        <h2>{words.advice}</h2>
        {learned ? (
          <div class="skill-advice">
            <WithIds text={learned.recommendation} />
            {learned.kind === "skill" ? (
              <Facts>
                <Fact name={words.when}>
                  <WithIds text={learned.when_to_use} />
                </Fact>
                {learned.instead_of === null ? null : (
                  <Fact name={words.insteadOf}>
                    <WithIds text={learned.instead_of} />
                  </Fact>
                )}
              </Facts>
            ) : null}
            <SkillFacts learned={learned} />
          </div>
        ) : (
          <p class="faint">{words.teaches}</p>
        )}
      </section>
      <section class="panel">
        <h2>{words.learnedFrom}</h2>
        <ol class="plain skill-decisions">
          {decisions.map((decision) => (
            <li key={decision.id} class="row">
              <a class="decision-line" href={href(`/decisions/${encodeURIComponent(decision.id)}`)}>
                <span class="line-statement">
                  <Stored text={decision.statement} />
                </span>
                <span class="line-facts">
                  <OutcomeMark outcome={decision.outcome} />
                  <When at={decision.at} />
                </span>
                {decision.lessons.map((lesson) => (
                  <span key={lesson} class="line-matched">
                    <Stored text={lesson} />
                  </span>
                ))}
              </a>
            </li>
          ))}
        </ol>
      </section>
      {history.length > 0 ? (
        <section class="panel">
          <h2>{words.history}</h2>
          <ol class="timeline">
            {history.map(({ at, from, to, because }) => (
              <li key={`${at} ${to}`}>
                <strong>{words.step(words.stages[from], words.stages[to])}</strong> <When at={at} />
                <p>
                  <Stored text={because} />
                </p>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {trial ? <Trial trial={trial} /> : null}
    </div>
  );
}

const signed = (share: number): string => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

/** The difference that it makes when sessions are shown a skill. */
function Trial({ trial }: { readonly trial: TrialResult }) {
  const { shown, withheld, missing, effect } = trial;
  return (
    <section class="panel">
      <h2>{words.trial}</h2>
      {effect ? (
        <p>
          {words.trialEffect(
            signed(effect.difference),
            signed(effect.interval[0]),
            signed(effect.interval[1]),
            percent(effect.probability_it_helps),
          )}
        </p>
      ) : (
        <p>{shown + withheld === 0 ? words.trialOff : words.trialMissing(missing)}</p>
      )}
      {shown + withheld > 0 ? <p class="faint">{words.trialArms(shown, withheld)}</p> : null}
    </section>
  );
}
