import { useState } from "preact/hooks";
import { useCall } from "../../net/use-call.ts";
import { TextField } from "../../parts/field.tsx";
import { Answer } from "../../parts/states.tsx";
import { changeQuery, useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { GivenWarnings } from "./given-warnings.tsx";
import { WarningReport } from "./warning-report.tsx";

const { warnings: words } = strings;

/** What would be warned of, and what was. */
export function Warnings() {
  const { query } = useAddress();
  const asked = query.get("ask") ?? "";
  const confidence = shareIn(query.get("confidence") ?? "");
  return (
    <div class="stack">
      <section class="panel">
        <h2>{words.ask}</h2>
        <Ask key={asked} asked={asked} confidence={query.get("confidence") ?? ""} />
        {asked ? <Asked statement={asked} confidence={confidence} /> : null}
      </section>
      <GivenWarnings />
    </div>
  );
}

function shareIn(text: string): number | undefined {
  const value = Number(text);
  return text === "" || !Number.isFinite(value) || value < 0 || value > 100 ? undefined : value / 100;
}

function Ask({ asked, confidence }: { readonly asked: string; readonly confidence: string }) {
  const [statement, setStatement] = useState(asked);
  const [stated, setStated] = useState(confidence);
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        changeQuery({ ask: statement.trim(), confidence: stated.trim() });
      }}
    >
      <TextField
        label={words.statement}
        hint={words.statementHint}
        value={statement}
        onChange={setStatement}
        isRequired
      />
      <TextField
        type="number"
        label={words.confidence}
        hint={words.confidenceHint}
        value={stated}
        onChange={setStated}
      />
      <button type="submit" class="button primary">
        {words.run}
      </button>
    </form>
  );
}

function Asked({
  statement,
  confidence,
}: {
  readonly statement: string;
  readonly confidence: number | undefined;
}) {
  // What somebody asked is an answer to that time: asking again by itself would count as asking twice.
  const found = useCall(
    "get-warnings",
    { statement, ...(confidence !== undefined && { confidence }) },
    { areas: [] },
  );
  return <Answer of={found}>{(report) => <WarningReport report={report} />}</Answer>;
}
