/** What a commit says, without what programs add to it. */
export interface CommitMessage {
  /** Without the type, the pull request and the issues it closes. */
  readonly title: string;
  /** `fix` of `fix(api): …`, in lower case. */
  readonly type?: string | undefined;
  /** `#123`, of a merge or a squash. */
  readonly pr?: string | undefined;
  /** Without trailers and without the titles of the commits that a squash put together. */
  readonly body: string;
  /** What is said to break, one per entry. */
  readonly breaking: readonly string[];
}

const MERGED_PR =
  /^Merge pull request #(\d+)\b|^Merged in \S+ \(pull request #(\d+)\)|^Merge request !(\d+)\b/;
const OTHER_MERGE =
  /^(?:Merge|Merged|Merging) (?:branch|branches|remote|remote-tracking|tag|commit|\S+ into)\b/i;
const CONFLICTS = /^#? ?Conflicts?:/i;
const SQUASHED = /\s*\((#\d+|!\d+)\)\s*$/;
const TYPE = /^([a-z][a-z-]{1,15})(?:\([^()\n]{0,60}\))?(!)?:\s+/i;
/** A tag or an emoji before the title. */
const DECORATION = /^(?:\[[^\]\n]{1,30}\]\s*|:[a-z_]+:\s*|(?:\p{Extended_Pictographic}|\u200d|\ufe0f)+\s*)+/u;
const CLOSES =
  /[\s,.;(-]*\b(?:(?:close|fix|resolve|ref|see|issue)(?:s|d|es|ed|erences)?:?\s+)(?:issue )?(?:[\w-]+\/[\w.-]+)?#\d+(?:(?:,| and)? ?#\d+)*\)?[.\s]*$/i;
const TRAILER =
  /^[A-Z][A-Za-z]*(?:-[A-Za-z]+)+:\s|^(?:PR-URL|Refs?|Fixes|Closes|Resolves|See|See also|Reported-by):?\s+(?:#|https?:|\w+#)/;
const BREAKING = /^BREAKING[ -]CHANGES?(?:\s*:|$)\s*/;
const SQUASHED_TITLE = /^\* /;

export function readMessage(subject: string, body: string): CommitMessage | undefined {
  const merged = MERGED_PR.exec(subject);
  if (!merged && !OTHER_MERGE.test(subject)) return messageOf(subject, body);
  // A merge has the title of the pull request, or what somebody says about the branch, in its first line below.
  const [title = "", ...rest] = body.trimStart().split("\n");
  if (title === "" || CONFLICTS.test(title)) return undefined;
  const number = merged?.[1] ?? merged?.[2] ?? merged?.[3];
  const message = messageOf(title, rest.join("\n"));
  return number === undefined
    ? message
    : { ...message, pr: `${merged?.[3] === undefined ? "#" : "!"}${number}` };
}

function messageOf(subject: string, body: string): CommitMessage {
  const pr = SQUASHED.exec(subject)?.[1];
  const bare = subject.replace(SQUASHED, "").replace(DECORATION, "").trim();
  const type = TYPE.exec(bare);
  const { prose, breaking } = partsOfBody(body, pr !== undefined);
  return {
    title: bare
      .slice(type?.[0].length ?? 0)
      .replace(DECORATION, "")
      .replace(/^#\d+:?\s+/, "")
      .replace(CLOSES, "")
      .replace(/[\s(,-]+#\d+\)?$/, "")
      .trim(),
    ...(type?.[1] && { type: type[1].toLowerCase() }),
    ...(pr && { pr }),
    body: prose,
    breaking,
  };
}

function partsOfBody(body: string, isSquashed: boolean): { prose: string; breaking: string[] } {
  const lines: string[] = [];
  const breaking: string[] = [];
  let isBreaking = false;
  let isSquashedTitle = false;
  for (const line of body.split("\n")) {
    const found = BREAKING.exec(line);
    if (found) {
      isBreaking = true;
      isSquashedTitle = false;
      breaking.push(line.slice(found[0].length));
    } else if (TRAILER.test(line)) {
      isBreaking = false;
      isSquashedTitle = false;
    } else if (isSquashed && SQUASHED_TITLE.test(line)) {
      isBreaking = false;
      isSquashedTitle = true;
    } else if (line.trim() === "") {
      isSquashedTitle = false;
      if (!isBreaking) lines.push("");
      else if (breaking.at(-1)?.trim() !== "") breaking.push("");
    } else if (isBreaking) breaking[breaking.length - 1] = `${breaking.at(-1)}\n${line}`.trim();
    else if (!isSquashedTitle) lines.push(line);
  }
  return {
    prose: lines.join("\n").trim(),
    breaking: breaking.map((one) => one.trim()).filter((one) => one !== ""),
  };
}
