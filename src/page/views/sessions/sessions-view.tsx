import type { ListCheckpointsResult, ListRemindersResult } from "../../../tools/page/sessions.ts";
import { ALL_PROJECTS, inProject, useShownProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { percent } from "../../parts/marks.tsx";
import { Page, Tabs, tabIn } from "../../parts/page.tsx";
import { Answer, Command, Empty } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href, useAddress } from "../../route/address.ts";
import { useRowKeys } from "../../shell/shortcuts.ts";
import type { ViewProps } from "../../shell/views.ts";
import { strings } from "../../strings.ts";
import { CheckpointCard } from "./checkpoint-card.tsx";
import { SessionPage } from "./session-page.tsx";

const { sessions: words } = strings;

/** The view of what sessions were reminded of, where they left the work, or one session. */
export function SessionsView({ rest }: ViewProps) {
  const { query } = useAddress();
  if (rest !== undefined) return <SessionPage session={rest} />;
  const tab = tabIn(query, words.tabs);
  return (
    <Page title={strings.views.sessions} lead={words.lead}>
      <Tabs label={words.tabsLabel} names={words.tabs} current={tab} />
      {tab === "told" ? <SessionList /> : <Checkpoints />}
    </Page>
  );
}

function SessionList() {
  const found = useCall("list-told", {});
  return <Answer of={found}>{(data) => <ListedSession data={data} />}</Answer>;
}

function ListedSession({ data }: { readonly data: ListRemindersResult }) {
  const { sessions, worth, is_cut } = data;
  const project = useShownProject();
  useRowKeys(".session-list a");
  if (sessions.length === 0) {
    return (
      <Empty title={words.none}>
        <p>{words.noneHint}</p>
        <Command text={words.noneCommand} />
      </Empty>
    );
  }
  return (
    <div class="stack">
      <Figures label={words.worthDays(worth.days)}>
        <Figure name={words.told} value={wholeNumber(worth.messages)} />
        <Figure name={words.tokens} value={wholeNumber(worth.tokens)} />
        <Figure name={words.warned} value={wholeNumber(worth.warned)} />
        <Figure name={words.heeded} value={wholeNumber(worth.heeded)} tone="good" />
      </Figures>
      <ol class="plain session-list panel" aria-label={words.list}>
        {sessions.map((one) => (
          <li key={`${one.client} ${one.session}`} class="row">
            <a
              class="decision-line"
              href={href(`/sessions/${encodeURIComponent(one.session)}`, inProject(one.project))}
            >
              <span class="line-statement">
                <Stored text={one.client} /> <code>{one.session.slice(0, 12)}</code>
              </span>
              <span class="line-facts">
                <span>{words.records(one.told.length)}</span>
                {[...new Set(one.told.map(({ kind }) => kind))].map((kind) => (
                  <span key={kind} class={kind === "failed" ? "tag tag-bad" : "tag"}>
                    {words.kinds[kind]}
                  </span>
                ))}
                {project === ALL_PROJECTS ? (
                  <span>
                    <Stored text={one.project} />
                  </span>
                ) : null}
                <When at={one.last_at} />
              </span>
            </a>
          </li>
        ))}
      </ol>
      {is_cut ? <p class="faint">{words.cut}</p> : null}
    </div>
  );
}

/** Where sessions left the work, and whether others could go on from there. */
function Checkpoints() {
  const found = useCall("list-checkpoints", {}, { areas: ["checkpoint", "memory"] });
  return <Answer of={found}>{(data) => <ListedCheckpoint data={data} />}</Answer>;
}

function ListedCheckpoint({
  data: { checkpoints, total, restarts },
}: {
  readonly data: ListCheckpointsResult;
}) {
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
