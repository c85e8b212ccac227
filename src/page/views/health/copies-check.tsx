import type { CheckHealthResult } from "../../../tools/page/health.ts";
import { Command } from "../../parts/command.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";

const { health: words } = strings;
type Copies = Pick<CheckHealthResult, "copies">;

export function CopiesCheck({ copies: { backups, unfinished } }: Copies) {
  const [newest] = backups;
  return (
    <>
      {newest ? (
        <p>
          {words.copiesFound(backups.length)}, {words.newest} <When at={newest.at} /> (
          {words.origins[newest.origin]})
        </p>
      ) : (
        <>
          <p>{words.copiesNone}</p>
          <Command text={words.copiesCommand} />
        </>
      )}
      {unfinished.length > 0 ? <p>{words.copiesUnfinished}</p> : null}
    </>
  );
}

/** All of them, for who wants to know. */
export function Backups({ copies: { backups, others } }: Copies) {
  if (backups.length + others.length === 0) return null;
  return (
    <details class="backups">
      <summary>{words.backupsTitle}</summary>
      <ul class="plain">
        {backups.map(({ path, at, bytes, origin, decisions }) => (
          <li key={path} class="row decision-line">
            <code class="breaks">
              <Stored text={path} />
            </code>
            <span class="line-facts">
              <span>{words.origins[origin]}</span>
              <span class="number">{words.backupFacts(strings.parts.size(bytes), decisions)}</span>
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <>
          <p>{words.copiesOthers}</p>
          <ul class="plain">
            {others.map((path) => (
              <li key={path}>
                <code class="breaks">
                  <Stored text={path} />
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
