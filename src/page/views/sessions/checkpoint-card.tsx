import type { CheckpointResult } from "../../../tools/page/sessions.ts";
import { ALL_PROJECTS, useShownProject } from "../../net/project.ts";
import { Mark } from "../../parts/marks.tsx";
import { Stored, StoredText } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";

const { sessions: words } = strings;
const CLAIM_MARKS = { verified: "success", not_run: "none", assumed: "partial" } as const;
const SHORT_COMMIT = 10;

/** Where the work stood, part by part. */
export function CheckpointCard({
  checkpoint,
  isOpen,
}: {
  readonly checkpoint: CheckpointResult;
  readonly isOpen: boolean;
}) {
  const { id, goal, summary, claims, unfinished, next, files, missing } = checkpoint;
  const headline = (goal || summary).trim().split("\n")[0] ?? id;
  return (
    <details class="panel checkpoint" open={isOpen}>
      <summary>
        <span class="checkpoint-headline">
          <Stored text={headline} />
        </span>
        <CheckpointFacts checkpoint={checkpoint} />
      </summary>
      <div class="checkpoint-parts">
        {goal === "" ? null : <Part title={words.goal} text={goal} />}
        {claims.length === 0 ? null : (
          <section>
            <h2>{words.evidence}</h2>
            <ul class="plain claims">
              {claims.map(({ text, status }) => (
                <li key={text}>
                  {status === null ? null : <Mark kind={CLAIM_MARKS[status]} word={words.claims[status]} />}
                  <StoredText text={text} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {unfinished === "" ? null : <Part title={words.unfinished} text={unfinished} />}
        {next === "" ? null : <Part title={words.next} text={next} />}
        {files.length === 0 ? null : (
          <section>
            <h2>{words.files}</h2>
            <ul class="plain">
              {files.map((file) => (
                <li key={file}>
                  <code>
                    <Stored text={file} />
                  </code>
                </li>
              ))}
            </ul>
          </section>
        )}
        {goal === "" && claims.length === 0 ? <Part title={words.whole} text={summary} /> : null}
        {missing.length === 0 ? null : <p class="faint">{words.missing(missing.join(", "))}</p>}
      </div>
    </details>
  );
}

function CheckpointFacts({ checkpoint }: { readonly checkpoint: CheckpointResult }) {
  const { author, head, at, project } = checkpoint;
  const isAcross = useShownProject() === ALL_PROJECTS;
  return (
    <span class="line-facts">
      <span>
        <Stored text={strings.decisions.by(author)} />
      </span>
      {head === null ? null : (
        <span>
          <Stored text={words.commit(head.slice(0, SHORT_COMMIT))} />
        </span>
      )}
      {isAcross ? (
        <span>
          <Stored text={project} />
        </span>
      ) : null}
      <When at={at} />
    </span>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section>
      <h2>{title}</h2>
      <StoredText text={text} />
    </section>
  );
}
