import type { Call } from "../../shared/operations/operation.ts";
import type { HistoryQuery, WholeCommit } from "../../shared/ports.ts";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import { type Screening, startScreening } from "../../shared/screening.ts";
import type { Screened } from "../../shared/text.ts";
import type { FoundChoice } from "../rules/candidate.ts";
import { choicesInChangelog } from "../rules/changelog-choices.ts";
import { choicesInCommit, revertedBy, ruledOutWay } from "../rules/commit-choices.ts";
import type { ScreenedMessage } from "../rules/commit-message.ts";
import { findChoices } from "../rules/find-choices.ts";
import { type ChoiceInFile, rulesInFile } from "../rules/rules-in-file.ts";
import { type TranscriptTurn, transcriptTurns } from "../rules/transcript-turns.ts";
import {
  type AdrFolderFound,
  adrFolders,
  type FoundWriting,
  type HarvestSource,
  isChangelog,
  isRulesFile,
} from "../rules/written-choice.ts";
import type { HarvestDeps } from "./deps.ts";

/** A commit that changes more is about no file in particular. */
const MOST_FILES = 5;
const TOLD_EVERY = 500;

interface ReadHistory {
  readonly found: readonly FoundWriting[];
  readonly commits: number;
  /** When each commit was made, for what stands in files. */
  readonly times: ReadonlyMap<string, Date>;
}

/** Goes through the history once. What a commit chose that was taken back later is left out. */
export async function readHistory(
  query: Pick<HistoryQuery, "since" | "paths">,
  { checkout, secrets }: Pick<HarvestDeps, "checkout" | "secrets">,
  call: Call,
): Promise<ReadHistory> {
  const times = new Map<string, Date>();
  const byCommit = new Map<string, FoundWriting[]>();
  const bySubject = new Map<string, string>();
  for await (const commit of checkout.history(query)) {
    call.signal.throwIfAborted();
    times.set(commit.id, commit.at);
    if (times.size % TOLD_EVERY === 0) call.progress(times.size, undefined, "Commits read:");
    const reverted = revertedBy(commit);
    for (const id of [...(reverted?.commits ?? []), bySubject.get(reverted?.subject ?? "") ?? ""])
      for (const known of id === "" ? [] : wholeIds(id, byCommit)) byCommit.delete(known);
    const found = writingsIn(commit, screenedMessage(commit, secrets), reverted !== undefined);
    if (found.length > 0) byCommit.set(commit.id, found);
    bySubject.set(commit.subject, commit.id);
  }
  return { found: [...byCommit.values()].flat(), commits: times.size, times };
}

const wholeIds = (id: string, among: ReadonlyMap<string, unknown>): string[] =>
  among.has(id) ? [id] : [...among.keys()].filter((known) => known.startsWith(id));

/** As one text, because a secret may begin in the first line and end below it. */
function screenedMessage({ subject, body }: WholeCommit, secrets: HarvestDeps["secrets"]): ScreenedMessage {
  const [first = "", ...below] = startScreening(secrets)
    .text("message", `${subject}\n\n${body}`)
    .split("\n\n");
  return { subject: first as Screened, body: below.join("\n\n") as Screened };
}

function writingsIn(commit: WholeCommit, message: ScreenedMessage, isRevert: boolean): FoundWriting[] {
  const { id, subject, at } = commit;
  const files = commit.files.filter(({ kind }) => kind !== "deleted").map(({ path }) => path);
  const stands = { origin: "written" as const, files: files.length <= MOST_FILES ? files : [] };
  if (isRevert) {
    const way = ruledOutWay(message);
    return way ? [{ ...way, ...stands, source: "reverts", place: { commit: id, subject, at } }] : [];
  }
  const { choices, pr } = choicesInCommit({ ...message, files: commit.files });
  return choices.map((choice) => ({
    ...choice,
    ...stands,
    source: "commits",
    place: { commit: id, subject, at, ...(pr && { pr }) },
  }));
}

/** What the files of the repository say now: rules for agents and changelogs, and where records are to be imported from. */
export async function readFiles(
  { times }: Pick<ReadHistory, "times">,
  asked: { readonly paths: readonly string[]; readonly isLimited: boolean },
  { checkout, secrets }: Pick<HarvestDeps, "checkout" | "secrets">,
): Promise<{ readonly found: readonly FoundWriting[]; readonly adr: readonly AdrFolderFound[] }> {
  const isAsked = (path: string): boolean =>
    asked.paths.length === 0 ||
    asked.paths.some((one) => one === "." || path === one || path.startsWith(`${one}/`));
  const paths = (await checkout.files()).filter(isAsked);
  const found: FoundWriting[] = [];
  for (const path of paths) {
    const source: HarvestSource | undefined = isRulesFile(path)
      ? "rules"
      : isChangelog(path)
        ? "changelogs"
        : undefined;
    const text = source && (await checkout.textOf(path));
    if (!source || text === undefined) continue;
    const screened = startScreening(secrets).lines("file", text);
    const choices = source === "rules" ? rulesInFile(screened) : choicesInChangelog(screened);
    found.push(...(await dated(choices, path, source, times, checkout)).filter(isRecent));
  }
  return { found, adr: adrFolders(paths) };

  /** Of a part of the history, what was written before it is left out. */
  function isRecent({ place }: FoundWriting): boolean {
    return !asked.isLimited || place.at !== undefined || place.commit === undefined;
  }
}

async function dated(
  choices: readonly ChoiceInFile[],
  path: string,
  source: HarvestSource,
  times: ReadonlyMap<string, Date>,
  checkout: HarvestDeps["checkout"],
): Promise<FoundWriting[]> {
  const lines = choices.map(({ line }) => line);
  if (lines.length === 0) return [];
  const origins = await checkout.origins(path, Math.min(...lines), Math.max(...lines));
  const written = new Map(origins.map(({ line, commit }) => [line, commit]));
  return choices.map(({ line, ...choice }) => {
    const commit = written.get(line);
    const at = commit === undefined ? undefined : times.get(commit);
    return { ...choice, source, origin: "written", place: { file: path, line, commit, at }, files: [] };
  });
}

/** Of one turn, as at its end in a session. */
const MOST_OF_A_TURN = 3;

/** What stands in a file that the person named: a transcript with a JSON value per line, or a text such as a memory file. */
export async function readNamed(
  path: string,
  { externalFiles, secrets }: Pick<HarvestDeps, "externalFiles" | "secrets">,
): Promise<FoundWriting[]> {
  const file = path.replaceAll("\\", "/").split("/").at(-1) ?? path;
  const { lines } = await externalFiles.openLines(path);
  const turns = transcriptTurns();
  const screen = startScreening(secrets);
  const found: FoundWriting[] = [];
  const texts: string[] = [];
  let [isTranscript, length]: [boolean | undefined, number] = [undefined, 0];
  for await (const { number, text } of lines(0)) {
    isTranscript ??= text.trim() === "" ? undefined : text.trimStart().startsWith("{");
    if (isTranscript) {
      const turn = text.length > READ_LIMITS.transcriptLine ? undefined : turns.read(number, text);
      if (turn) found.push(...saidIn(turn, file, screen));
    } else if (length <= READ_LIMITS.namedText) {
      texts.push(text);
      length += text.length;
    }
  }
  const last = turns.end();
  if (last) found.push(...saidIn(last, file, screen));
  return isTranscript ? found : writtenIn(screen.lines("file", texts.join("\n")), file);
}

function saidIn(turn: TranscriptTurn, file: string, screen: Screening): FoundWriting[] {
  const { line, at } = turn;
  const prompt = screen.optional("prompt", turn.prompt);
  return findChoices({ prompt, reply: screen.text("reply", turn.reply) })
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

const writtenIn = (text: Screened, file: string): FoundWriting[] =>
  rulesInFile(text).map(({ line, ...choice }) => ({
    ...choice,
    source: "named",
    origin: "written",
    place: { file, line, isOutside: true },
    files: [],
  }));
