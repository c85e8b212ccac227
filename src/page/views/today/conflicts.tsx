import { useCall } from "../../net/use-call.ts";
import { Stored } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";
import { DecisionLine } from "../decisions/decision-line.tsx";

const { today: words } = strings;

/** Pairs of decisions that both hold although a link says that they contradict each other. */
export function Conflicts() {
  const { data } = useCall("list-conflicts", {});
  if (!data || data.conflicts.length === 0) return null;
  return (
    <section class="panel conflicts relations">
      <h2>{words.conflicts}</h2>
      <p class="faint">{words.conflictsHint}</p>
      <ul class="plain">
        {data.conflicts.map(({ link_id, reason, from, to }) => (
          <li key={link_id}>
            <p class="relation">
              <span class="tag tag-check">{words.conflict}</span> <Stored text={reason} />
            </p>
            <DecisionLine decision={from} />
            <DecisionLine decision={to} />
          </li>
        ))}
      </ul>
    </section>
  );
}
