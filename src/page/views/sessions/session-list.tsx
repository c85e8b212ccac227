import type { ListRemindersResult } from "../../../tools/page/sessions.ts";
import { ALL_PROJECTS, inProject, useShownProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { Command } from "../../parts/command.tsx";
import { Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { useRowKeys } from "../../shell/use-row-keys.ts";
import { strings } from "../../strings.ts";

const { sessions: words } = strings;

export function SessionList() {
  const found = useCall("list-told", {});
  return <Answer of={found}>{(data) => <Listed data={data} />}</Answer>;
}

function Listed({ data }: { readonly data: ListRemindersResult }) {
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
