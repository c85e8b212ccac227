import type { AuditEntryResult } from "../../../tools/page/audit.ts";
import { useCall } from "../../net/use-call.ts";
import { RecordId } from "../../parts/decision-ids.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Fact, Facts } from "../../parts/facts.tsx";
import { Scrolling } from "../../parts/scrolling.tsx";
import { Answer } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { changeQuery, href } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { authorOf } from "./audit-list.tsx";

const { audit: words } = strings;
const { fields } = words;

/** One entry with what it wrote. */
export function AuditEntry({ position }: { readonly position: number }) {
  const found = useCall("get-audit-entry", { position }, { areas: [] });
  return (
    <Dialog title={words.entry(position)} isWide onClose={() => changeQuery({ entry: undefined })}>
      <Answer of={found}>{(entry) => <Whole entry={entry} />}</Answer>
    </Dialog>
  );
}

function Whole({ entry }: { readonly entry: AuditEntryResult }) {
  const { action, at, subject, refs, project, client, key, machine, digest } = entry;
  return (
    <div class="stack">
      <p>
        <span class="tag">{action}</span>
      </p>
      <Facts>
        <Fact name={fields.at}>
          <When at={at} /> <span class="faint">{at}</span>
        </Fact>
        <Fact name={fields.author}>
          <Stored text={authorOf(entry)} />
        </Fact>
        <Fact name={fields.client}>
          <Stored text={client} />
        </Fact>
        <Fact name={fields.record}>
          <RecordId id={subject} project={project} />{" "}
          <a class="open-link" href={href("/audit", { record: subject })}>
            {words.all}
          </a>
        </Fact>
        {refs === undefined ? null : (
          <Fact name={fields.refs}>
            <ul class="ids">
              {refs.map((id) => (
                <li key={id}>
                  <RecordId id={id} project={project} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name={fields.project}>
          <Stored text={project} />
        </Fact>
        {key === undefined ? null : (
          <Fact name={fields.key}>
            <code>{key}</code>
          </Fact>
        )}
        {machine === undefined ? null : (
          <Fact name={fields.machine}>
            <Stored text={machine} />
          </Fact>
        )}
        <Fact name={fields.digest}>
          <code class="breaks">{digest}</code>
        </Fact>
      </Facts>
      <Change entry={entry} />
    </div>
  );
}

function Change({ entry }: { readonly entry: AuditEntryResult }) {
  const parts = entry.changes ?? [];
  return (
    <section>
      <h3>{words.change}</h3>
      {parts.length === 0 ? <p class="faint">{words.noChange}</p> : null}
      {parts.map((part, i) =>
        "erased" in part ? (
          <p key={i} class="faint">
            {words.erased}
          </p>
        ) : (
          <Scrolling key={i} label={words.change}>
            <bdi>{JSON.stringify(part.args, null, 2)}</bdi>
          </Scrolling>
        ),
      )}
    </section>
  );
}
