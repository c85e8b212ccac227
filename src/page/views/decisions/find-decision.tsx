import { useId, useState } from "preact/hooks";
import type { DecisionRow } from "../../../tools/page/decision-results.ts";
import { useCall } from "../../net/use-call.ts";
import { StandingMark } from "../../parts/marks.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { useSettled } from "../../route/use-typed-query.ts";
import { strings } from "../../strings.ts";

const TYPING = 200;
const { acts } = strings;

/** Chooses another decision by its words or its id. */
export function FindDecision({
  label,
  without,
  chosen,
  onChoose,
}: {
  readonly label: string;
  /** The id of the one that it is about. */
  readonly without: string;
  readonly chosen: DecisionRow | undefined;
  readonly onChoose: (decision: DecisionRow | undefined) => void;
}) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim(), TYPING);
  const found = useCall("search-decisions", query === "" ? undefined : { query }, { areas: [] });
  const id = useId();
  if (chosen) {
    return (
      <div class="field">
        <span class="field-name">{label}</span>
        <p class="chosen">
          <Stored text={chosen.statement} />
          <button type="button" class="button quiet" onClick={() => onChoose(undefined)}>
            {acts.link.another}
          </button>
        </p>
      </div>
    );
  }
  const others = (found.data?.decisions ?? []).filter((one) => one.id !== without).slice(0, 6);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={strings.decisions.searchHint}
        autocomplete="off"
        dir="auto"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p class="only-read" role="status">
        {query === "" || !found.data ? null : strings.decisions.found(others.length)}
      </p>
      <ul class="plain choices">
        {others.map((one) => (
          <li key={one.id}>
            <button type="button" class="button quiet" onClick={() => onChoose(one)}>
              <Stored text={one.statement} /> <StandingMark standing={one.standing} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
