import { useRef } from "preact/hooks";
import type { QueryThreatsResult } from "../../../tools/page/threats.ts";
import { useCall } from "../../net/use-call.ts";
import { Page } from "../../parts/page.tsx";
import { Answer } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { href, useAddress } from "../../route/address.ts";
import { useRowKeys } from "../../shell/shortcuts.ts";
import type { ViewProps } from "../../shell/views.ts";
import { strings } from "../../strings.ts";
import {
  isWanted,
  type ThreatFilter,
  ThreatFilters,
  ThreatLine,
  ThreatList,
  threatFilterIn,
} from "./threat-list.tsx";
import { ThreatPage } from "./threat-page.tsx";

const { threats: words } = strings;

/** The patterns, those that apply to a task, or one of them. */
export function ThreatsView({ rest }: ViewProps) {
  const { query } = useAddress();
  if (rest !== undefined) return <ThreatPage id={rest} />;
  const task = (query.get("q") ?? "").trim();
  return (
    <Page title={strings.views.threats} lead={strings.threats.lead}>
      <ThreatFilters />
      {task === "" ? (
        <ThreatList />
      ) : (
        <FoundThreats task={task} file={query.get("file")?.trim() || undefined} />
      )}
    </Page>
  );
}

/** The patterns that may apply to a task. */
function FoundThreats({ task, file }: { readonly task: string; readonly file: string | undefined }) {
  const { query } = useAddress();
  const found = useCall("query-threats", { task, ...(file !== undefined && { file }) });
  const last = useRef(found.data);
  if (found.data) last.current = found.data;
  return (
    <Answer of={{ ...found, data: found.data ?? last.current }}>
      {(data) => <Found data={data} filter={threatFilterIn(query)} />}
    </Answer>
  );
}

function Found({ data, filter }: { readonly data: QueryThreatsResult; readonly filter: ThreatFilter }) {
  useRowKeys(".threat-list a");
  const threats = data.threats.filter((threat) => isWanted(threat, filter));
  return (
    <div class="stack">
      <p class="found-count" role="status">
        {words.found(threats.length)}
        {data.notice === null ? "" : `. ${data.notice}`}
      </p>
      {threats.length > 0 ? (
        <ul class="plain threat-list panel">
          {threats.map((threat) => (
            <li key={threat.id} class="row">
              <ThreatLine threat={threat} relevance={threat.relevance}>
                <span>{threat.threat}</span>
                <span class="line-matched">
                  {words.check}: {threat.check}
                </span>
                <span class="line-matched">
                  {words.fix}: {threat.fix}
                </span>
              </ThreatLine>
            </li>
          ))}
        </ul>
      ) : null}
      <section class="notice looked-for">
        <p>{threats.length === 0 ? words.noClearance : words.noMore}</p>
        <details open={threats.length === 0}>
          <summary>{words.lookedFor}</summary>
          <ul class="kinds">
            {data.looked_for.map((kind) => (
              <li key={kind}>{kind}</li>
            ))}
          </ul>
        </details>
      </section>
      {data.memory.length > 0 ? <Memory memory={data.memory} /> : null}
    </div>
  );
}

function Memory({ memory }: Pick<QueryThreatsResult, "memory">) {
  return (
    <section class="panel">
      <h2>{words.memory}</h2>
      <ul class="plain">
        {memory.map(({ kind, id, text }) => (
          <li key={`${kind} ${id}`} class="row">
            <a class="decision-line" href={href(`/decisions/${encodeURIComponent(id)}`)}>
              <span>
                <Stored text={text} />
              </span>
              <span class="line-facts">
                <span class={kind === "decision" ? "tag" : "tag tag-bad"}>{words.memoryKinds[kind]}</span>
                <code>{id}</code>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
