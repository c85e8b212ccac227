/** What a person asked for and what the agent answered at its end. */
export interface TranscriptTurn {
  /** Of the prompt, or of the answer where there was none. */
  readonly line: number;
  readonly at?: Date | undefined;
  readonly prompt?: string | undefined;
  readonly reply: string;
}

/** One entry of a transcript that somebody said. */
interface Said {
  readonly by: "person" | "agent";
  readonly text: string;
  readonly at?: Date | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The turns of a transcript with one JSON value per line, as Claude Code, Codex, the Gemini CLI and others write it. Of an
 * answer in several pieces the last counts, as at the end of a turn. What no rule here knows is left out.
 */
export function transcriptTurns(): {
  /** The turn that ends before this line, if one does. */
  read(line: number, text: string): TranscriptTurn | undefined;
  end(): TranscriptTurn | undefined;
} {
  let turn: { line: number; at?: Date | undefined; prompt?: string; reply: string } | undefined;
  const finished = (): TranscriptTurn | undefined => {
    const done = turn && (turn.reply !== "" || turn.prompt !== undefined) ? turn : undefined;
    turn = undefined;
    return done;
  };
  return {
    read(line, text) {
      const said = saidIn(text);
      if (!said || said.text.trim() === "") return undefined;
      if (said.by === "agent") {
        turn ??= { line, at: said.at, reply: "" };
        turn.reply = said.text;
        return undefined;
      }
      const done = finished();
      turn = { line, at: said.at, prompt: said.text, reply: "" };
      return done;
    },
    end: finished,
  };
}

function saidIn(text: string): Said | undefined {
  const entry = objectIn(text);
  if (!entry || entry["isMeta"] === true || entry["isSidechain"] === true) return undefined;
  // Codex puts what is said into `payload`, Claude Code into `message`.
  const message = [entry["payload"], entry["message"], entry].find(
    (one): one is Json => isObject(one) && (typeof one["role"] === "string" || "content" in one),
  );
  if (!message) return undefined;
  const role = message["role"] ?? message["type"] ?? entry["type"];
  const by = BY_ROLE[String(role)];
  const said = by && textIn(message["content"] ?? message["text"]);
  if (!by || said === undefined) return undefined;
  const at = new Date(String(entry["timestamp"] ?? entry["createdAt"] ?? ""));
  return { by, text: said, ...(!Number.isNaN(at.getTime()) && { at }) };
}

const BY_ROLE: Readonly<Record<string, Said["by"] | undefined>> = {
  user: "person",
  human: "person",
  assistant: "agent",
  model: "agent",
  gemini: "agent",
};

/** Texts only: what tools were asked for and answered was said by nobody. */
function textIn(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((part: unknown) =>
    isObject(part) && typeof part["text"] === "string" && !("tool_use_id" in part) ? [part["text"]] : [],
  );
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

function objectIn(text: string): Json | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
