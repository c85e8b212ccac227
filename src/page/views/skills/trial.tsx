import type { TrialResult } from "../../../tools/page/skills.ts";
import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";

const { skills: words } = strings;

const signed = (share: number): string => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

/** What it changes that sessions are shown a skill. */
export function Trial({ trial }: { readonly trial: TrialResult }) {
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
