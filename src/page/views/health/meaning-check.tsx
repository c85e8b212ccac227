import type { MeaningResult } from "../../../tools/page/health.ts";
import { Command } from "../../parts/command.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";

const { health: words } = strings;

/** Whether texts are compared by their meaning, and what waits for it. */
export function MeaningCheck({ meaning }: { readonly meaning: MeaningResult }) {
  if (meaning.state === "off") return <p>{words.meaningOff}</p>;
  if (meaning.state === "failed") {
    return (
      <>
        <p>
          <Stored text={words.meaningFailed(meaning.message)} />
        </p>
        {meaning.hint === null ? null : (
          <p class="faint">
            <Stored text={meaning.hint} />
          </p>
        )}
      </>
    );
  }
  const { model, runtime, note, profile, pending } = meaning;
  const isUnknown = profile === "absent" || profile === "damaged";
  return (
    <>
      <p>
        <Stored text={words.meaningWorks(model, runtime)} />
      </p>
      <p>{words.pending(pending)}</p>
      <p class="faint">{words.profiles[profile]}</p>
      {isUnknown ? <Command text={words.fitCommand} /> : null}
      {note === null ? null : (
        <p class="faint">
          <Stored text={note} />
        </p>
      )}
    </>
  );
}
