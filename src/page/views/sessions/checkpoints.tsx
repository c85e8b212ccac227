import type { ListCheckpointsResult } from "../../../tools/page/sessions.ts";
import { useCall } from "../../net/use-call.ts";
import { Command } from "../../parts/command.tsx";
import { Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { percent } from "../../parts/marks.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { strings } from "../../strings.ts";
import { CheckpointCard } from "./checkpoint-card.tsx";

const { sessions: words } = strings;

/** Where sessions left the work, and whether others could go on from there. */
export function Checkpoints() {
  const found = useCall("list-checkpoints", {}, { areas: ["checkpoint", "memory"] });
  return <Answer of={found}>{(data) => <Listed data={data} />}</Answer>;
}

function Listed({ data: { checkpoints, total, restarts } }: { readonly data: ListCheckpointsResult }) {
  return (
    <div class="stack">
      {restarts.attempts > 0 ? <Restarts restarts={restarts} /> : null}
      {checkpoints.length === 0 ? (
        <Empty title={words.checkpointsNone}>
          <p>{words.checkpointsNoneHint}</p>
          <Command text={words.checkpointsNoneCommand} />
        </Empty>
      ) : (
        <ol class="plain stack" aria-label={words.checkpoints}>
          {checkpoints.map((checkpoint, i) => (
            <li key={checkpoint.id}>
              <CheckpointCard checkpoint={checkpoint} isOpen={i === 0} />
            </li>
          ))}
        </ol>
      )}
      {total > checkpoints.length ? (
        <p class="faint">{words.checkpointsMore(checkpoints.length, total)}</p>
      ) : null}
    </div>
  );
}

function Restarts({ restarts }: Pick<ListCheckpointsResult, "restarts">) {
  const { days, attempts, successes, target, failures, p95_ms } = restarts;
  const share = successes / attempts;
  const why = Object.entries(words.failures).filter(([name]) => failures[name as keyof typeof failures] > 0);
  return (
    <section aria-label={words.restarts}>
      <Figures label={`${words.restarts}. ${words.restartsDays(days)}`}>
        <Figure name={words.attempts} value={wholeNumber(attempts)} />
        <Figure
          name={words.success}
          value={percent(share)}
          note={words.successTarget(percent(target))}
          tone={share >= target ? "good" : "fair"}
        />
        {p95_ms === null ? null : <Figure name={words.slowest} value={words.milliseconds(p95_ms)} />}
        {why.map(([name, title]) => (
          <Figure
            key={name}
            name={title}
            value={wholeNumber(failures[name as keyof typeof failures])}
            tone="fair"
          />
        ))}
      </Figures>
    </section>
  );
}
