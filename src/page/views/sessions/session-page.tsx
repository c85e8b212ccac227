import type { ReminderResult, SessionOfAgent } from "../../../tools/page/sessions.ts";
import { inProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { percent } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { useRowKeys } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";

const { sessions: words } = strings;
const SHORT = 12;

/** The view of what one session was reminded of, and why. */
export function SessionPage({ session }: { readonly session: string }) {
  const found = useCall("list-told", {});
  return (
    <Page
      title={words.title(session.slice(0, SHORT))}
      heading={<Stored text={words.title(session)} />}
      actions={
        <a class="button quiet" href={href("/sessions")}>
          {words.back}
        </a>
      }
    >
      <Answer of={found}>
        {({ sessions }) => {
          const own = sessions.filter((one) => one.session === session);
          return own.length === 0 ? (
            <Empty title={words.gone}>
              <p>{words.goneHint}</p>
            </Empty>
          ) : (
            <div class="stack">
              {own.map((one) => (
                <Told key={`${one.client} ${one.project}`} session={one} />
              ))}
            </div>
          );
        }}
      </Answer>
    </Page>
  );
}

function Told({ session }: { readonly session: SessionOfAgent }) {
  useRowKeys(".told a");
  return (
    <section class="panel">
      <h2>
        <Stored text={words.of(session.client)} />
      </h2>
      <ol class="plain told">
        {session.told.map((one) => (
          <li key={`${one.at} ${one.record}`} class="row">
            <Record told={one} project={session.project} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Record({ told, project }: { readonly told: ReminderResult; readonly project: string }) {
  const { record, statement, kind, event, file, relevance, tokens, at } = told;
  const facts = (
    <span class="line-facts">
      <span class={kind === "failed" ? "tag tag-bad" : "tag"}>{words.kinds[kind]}</span>
      <span>{(words.events as Readonly<Record<string, string>>)[event] ?? event}</span>
      {file === null ? null : (
        <span>
          <Stored text={file} />
        </span>
      )}
      {relevance === null ? null : <span class="number">{words.relevance(percent(relevance))}</span>}
      <span class="number">{words.tokenCount(tokens)}</span>
      <When at={at} />
    </span>
  );
  if (kind === "resumed") {
    return (
      <a class="decision-line" href={href("/sessions", { tab: "checkpoints", ...inProject(project) })}>
        <span class="line-statement">
          <code>{record}</code>
        </span>
        {facts}
      </a>
    );
  }
  if (statement === null) {
    return (
      <div class="decision-line">
        <span class="line-statement no-longer">
          <code>{record}</code> {words.erased}
        </span>
        {facts}
      </div>
    );
  }
  return (
    <a class="decision-line" href={href(`/decisions/${encodeURIComponent(record)}`, inProject(project))}>
      <span class="line-statement">
        <Stored text={statement} />
      </span>
      {facts}
    </a>
  );
}
