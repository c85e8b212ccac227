import type { FoundWriting } from "../../domain/harvest/found-writing.ts";
import { rulesInFile } from "../../domain/harvest/rules-in-file.ts";
import { type TranscriptTurn, transcriptTurns } from "../../domain/harvest/transcript-turns.ts";
import type { FoundChoice } from "../../domain/hooks/candidate.ts";
import { findChoices } from "../../domain/hooks/find-choices.ts";
import type { HarvestDeps } from "./deps.ts";

/** Of one turn, as at its end in a session. */
const MOST_OF_A_TURN = 3;
/** A line of a transcript has a whole message; what is longer has a file in it. */
const LONGEST_LINE = 1_000_000;
/** Of a text that is no transcript. */
const LONGEST_TEXT = 1_000_000;

/** What stands in a file that the person named: a transcript with a JSON value per line, or a text such as a memory file. */
export async function readNamed(
  path: string,
  { externalFiles }: Pick<HarvestDeps, "externalFiles">,
): Promise<FoundWriting[]> {
  const file = path.replaceAll("\\", "/").split("/").at(-1) ?? path;
  const { lines } = await externalFiles.openLines(path);
  const turns = transcriptTurns();
  const found: FoundWriting[] = [];
  const texts: string[] = [];
  let [isTranscript, length]: [boolean | undefined, number] = [undefined, 0];
  for await (const { number, text } of lines(0)) {
    isTranscript ??= text.trim() === "" ? undefined : text.trimStart().startsWith("{");
    if (isTranscript) {
      const turn = text.length > LONGEST_LINE ? undefined : turns.read(number, text);
      if (turn) found.push(...saidIn(turn, file));
    } else if (length <= LONGEST_TEXT) {
      texts.push(text);
      length += text.length;
    }
  }
  const last = turns.end();
  if (last) found.push(...saidIn(last, file));
  return isTranscript ? found : writtenIn(texts.join("\n"), file);
}

function saidIn({ line, at, prompt, reply }: TranscriptTurn, file: string): FoundWriting[] {
  return findChoices({ prompt, reply })
    .slice(0, MOST_OF_A_TURN)
    .map((choice) => ({
      ...choice,
      strength: strengthOf(choice),
      source: "named",
      place: { file, line, isOutside: true, at },
      files: [],
    }));
}

/** A person who says it decides it. */
const strengthOf = ({ origin, reasoning, alternatives }: FoundChoice): number =>
  (origin === "person" ? 3 : 2) + (reasoning === undefined ? 0 : 1) + (alternatives.length > 0 ? 1 : 0);

const writtenIn = (text: string, file: string): FoundWriting[] =>
  rulesInFile(text).map(({ line, ...choice }) => ({
    ...choice,
    source: "named",
    origin: "written",
    place: { file, line, isOutside: true },
    files: [],
  }));
