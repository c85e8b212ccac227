import * as z from "zod";
import { LIMIT_MODES } from "../access/index.ts";
import { DEFAULT_DUE_DAYS, DueDays } from "../decisions/index.ts";
import { HOOK_EVENTS } from "../hooks/index.ts";
import { EXPOSURE_CONTEXTS } from "../sessions/index.ts";
import { AUTHOR_KINDS, ROLES } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import { LOG_LEVELS } from "../shared/ports.ts";
import { boundedText, LIMITS } from "../shared/text.ts";
import { PROFILES, TOOL_NAMES, TOOLSET_NAMES } from "../tools/exposure.ts";
import { ALL_EVENTS, HOOK_WAIT_MS } from "./hooks/hook-settings.ts";

/** Texts, in a file as an array and elsewhere with commas between them. */
const list = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(",").map((part) => part.trim()))])
  .transform((parts) => parts.filter((part) => part !== ""));

const flag = z.union([
  z.boolean(),
  z
    .enum(["1", "true", "yes", "on", "0", "false", "no", "off"])
    .transform((text) => ["1", "true", "yes", "on"].includes(text)),
]);

interface Setting<S extends z.ZodType> {
  readonly schema: S;
  /** Environment variables; the first one that is set is used. */
  readonly env: readonly string[];
  readonly about: string;
  /** Whether it is allowed in the configuration file. */
  readonly inFile: boolean;
  /** Whether it is allowed as a flag; every user of the machine can read those. */
  readonly asFlag: boolean;
}

const setting = <S extends z.ZodType>(
  schema: S,
  env: readonly string[],
  about: string,
  { inFile = true, asFlag = true } = {},
): Setting<S> => ({ schema, env, about, inFile, asFlag });

/** Neither in a file that may be shared nor where every user of the machine can read it. */
const SECRET = { inFile: false, asFlag: false };

const MIN_TOKEN_LENGTH = 16;

/** All settings. The flag (`--db-path`) comes first, then the variable, then config.json (`dbPath`). */
export const SETTINGS = {
  home: setting(
    z.string().min(1).optional(),
    ["MEMBRIA_HOME"],
    "Folder of the memory and its settings; may begin with ~ or $HOME (~/.membria)",
    { inFile: false },
  ),
  dbPath: setting(
    z.string().min(1).optional(),
    ["MEMBRIA_DB_PATH", "MAMA_DB_PATH"],
    "The memory file; may begin with ~ or $HOME (membria.db in the home folder)",
  ),
  graphUrl: setting(
    z.string().optional(),
    ["MEMBRIA_GRAPH_URL"],
    "The graph server that a team is created on or joined at by default, such as redis://HOST:6379; nothing connects to it before that",
  ),
  project: setting(
    z.string().optional(),
    ["MEMBRIA_PROJECT"],
    "The project that memories belong to (found from git); all: every project, for commands that read",
  ),
  person: setting(
    boundedText(1, LIMITS.name).optional(),
    ["MEMBRIA_PERSON"],
    "The person who uses it, or on whose behalf a client does; over HTTP only for callers without a key of their own (user.name of git, else the user of the system; none over HTTP)",
  ),
  actor: setting(
    z.enum(AUTHOR_KINDS).optional(),
    ["MEMBRIA_ACTOR"],
    `Who types commands: ${AUTHOR_KINDS.join(", ")} (an agent if one runs the shell, which cannot be changed; else a human at a terminal, and a script without one)`,
    { inFile: false, asFlag: false },
  ),
  profile: setting(
    z.enum(PROFILES).default("core"),
    ["MEMBRIA_PROFILE"],
    `Which tools are listed: ${PROFILES.join(" or ")} (core)`,
  ),
  toolsets: setting(
    list.optional(),
    ["MEMBRIA_TOOLSETS"],
    `List whole vocabularies instead: ${TOOLSET_NAMES.join(",")}`,
  ),
  toolNames: setting(
    z.enum(TOOL_NAMES).default("portable"),
    ["MEMBRIA_TOOL_NAMES"],
    `Names in the tool list: ${TOOL_NAMES.join(" or ")} (portable)`,
  ),
  dynamicExposure: setting(
    flag.default(false),
    ["MEMBRIA_DYNAMIC_EXPOSURE"],
    "List the tools that fit what the work is about, as the prompt hook sees it; .membria.json may say otherwise (off)",
  ),
  exposureContext: setting(
    z.enum([...EXPOSURE_CONTEXTS, "all"]).optional(),
    ["MEMBRIA_EXPOSURE_CONTEXT"],
    `Take this context whatever was seen: ${[...EXPOSURE_CONTEXTS, "all"].join(", ")}`,
  ),
  hooksOff: setting(
    list.pipe(z.array(z.enum([ALL_EVENTS, ...HOOK_EVENTS]))).default([]),
    ["MEMBRIA_HOOKS_OFF"],
    `Events of clients that are not answered: ${ALL_EVENTS}, or some of ${HOOK_EVENTS.join(", ")}; .membria.json may name more`,
  ),
  hookWaitMs: setting(
    z.coerce.number().int().min(50).max(60_000).default(HOOK_WAIT_MS),
    ["MEMBRIA_HOOK_WAIT_MS"],
    `Milliseconds that a client waits for the answer to an event before it goes on without one (${HOOK_WAIT_MS})`,
  ),
  patience: setting(
    z.coerce.number().min(1).max(1_000).default(1),
    ["MEMBRIA_PATIENCE"],
    "How many times longer than usual an answer waits for git, for the folder of a client and for other processes before it does without them: more than 1 for a slow disk or a busy machine (1)",
  ),
  readOnly: setting(flag.default(false), ["MEMBRIA_READ_ONLY"], "List and run only what reads"),
  role: setting(
    z.enum(ROLES).default("agent"),
    ["MEMBRIA_ROLE"],
    `What callers may do: ${ROLES.join(", ")} (agent)`,
  ),
  modules: setting(list.default([]), ["MEMBRIA_MODULES"], "Further modules that a decision may name"),
  dueDays: setting(
    z.coerce.number().pipe(DueDays).default(DEFAULT_DUE_DAYS),
    ["MEMBRIA_DUE_DAYS"],
    `Days until a decision's outcome is due (${DEFAULT_DUE_DAYS})`,
  ),
  writeCooldown: setting(
    z.coerce.number().min(0).max(3600).default(0),
    ["MEMBRIA_WRITE_COOLDOWN"],
    "Seconds between two writes of an agent with the Agent Memory tools (0: none)",
  ),
  strictCheckpoints: setting(
    flag.default(false),
    ["MEMBRIA_STRICT_CHECKPOINTS"],
    "Refuse a checkpoint that lacks a part of the truthful-continuity format",
  ),
  skillTrials: setting(
    flag.default(false),
    ["MEMBRIA_SKILL_TRIALS"],
    "Show a new skill in every other session only, to measure whether it helps (off)",
  ),
  logLevel: setting(
    z.enum(LOG_LEVELS).default("info"),
    ["MEMBRIA_LOG_LEVEL", "MAMA_LOG_LEVEL"],
    `How much is logged: ${LOG_LEVELS.join(", ")} (info)`,
  ),
  embedding: setting(
    z.string().min(1).default("local"),
    ["MEMBRIA_EMBEDDING"],
    "Search by meaning: local, off, the directory of a model, or the address of an embedding service (local)",
  ),
  embeddingModel: setting(
    z.string().optional(),
    ["MEMBRIA_EMBEDDING_MODEL"],
    "The model of the embedding service",
  ),
  embeddingDimensions: setting(
    z.coerce.number().int().min(1).max(65_536).optional(),
    ["MEMBRIA_EMBEDDING_DIMENSIONS"],
    "How many numbers a vector of the embedding service has",
  ),
  embeddingKey: setting(
    z.string().optional(),
    ["MEMBRIA_EMBEDDING_KEY"],
    "The key of the embedding service",
    SECRET,
  ),
  embeddingWaitMs: setting(
    z.coerce.number().int().min(1).max(60_000).default(1_000),
    ["MEMBRIA_EMBEDDING_WAIT_MS"],
    "Milliseconds that a search waits for the embedding of its query before it uses words only; at least 5000 while a model on this machine is loading (1000)",
  ),
  backups: setting(
    z.coerce.number().int().min(0).max(365).default(7),
    ["MEMBRIA_BACKUPS"],
    "How many daily copies of the memory are kept, together at most twice as large as it; 0 makes none (7)",
  ),
  rateLimit: setting(
    z.enum(LIMIT_MODES).optional(),
    ["MEMBRIA_RATE_LIMIT"],
    `Limits on calls per minute: ${LIMIT_MODES.join(", ")} (on over HTTP, warn on stdio)`,
  ),
  authToken: setting(
    z.string().min(MIN_TOKEN_LENGTH).optional(),
    ["MEMBRIA_AUTH_TOKEN", "MAMA_AUTH_TOKEN"],
    `One more bearer token that opens the HTTP server with the role agent: at least ${MIN_TOKEN_LENGTH} characters (none)`,
    SECRET,
  ),
  gitFolders: setting(
    list.default([]),
    ["MEMBRIA_GIT_FOLDERS"],
    "Folders in and below which the HTTP server may use git for clients that name them; may begin with ~ or $HOME (the repository that it was started in)",
  ),
  webhookSecret: setting(
    z.string().min(MIN_TOKEN_LENGTH).optional(),
    ["MEMBRIA_WEBHOOK_SECRET"],
    `The secret by which the HTTP server knows webhooks of GitHub and GitLab: at least ${MIN_TOKEN_LENGTH} characters (none: it takes no webhooks)`,
    SECRET,
  ),
  adminSecret: setting(z.string().optional(), ["AGENT_MEMORY_SECRET"], "Proves the role admin", SECRET),
} as const;

type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [N in SettingName]: z.output<(typeof SETTINGS)[N]["schema"]> };

export const NAMES = Object.keys(SETTINGS) as SettingName[];

/** Whether the setting is a flag without a value. */
export function isSwitch(name: SettingName): boolean {
  const schema: z.ZodType = SETTINGS[name].schema;
  return schema instanceof z.ZodDefault && schema.unwrap() === flag;
}

/** All values that the setting may have, if it is one of a few. */
function valuesOf(name: SettingName): readonly string[] | undefined {
  const schema: z.ZodType = SETTINGS[name].schema;
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined;
}

/** The settings that may be given on the command line. */
export const FLAGS = NAMES.filter((name) => SETTINGS[name].asFlag).map((name) => ({
  name,
  about: SETTINGS[name].about,
  boolean: isSwitch(name),
  values: valuesOf(name),
}));

interface SettingSources {
  /** By setting name, from the command line. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The parsed configuration file, and its path for messages. */
  readonly file: { readonly path: string; readonly values: Readonly<Record<string, unknown>> };
  /** Replaces `~` at the beginning of a path from the source. */
  readonly expandHome: (path: string, source: string) => string;
}

const PATHS: ReadonlySet<SettingName> = new Set(["home", "dbPath", "embedding", "gitFolders"]);

/** Resolves every setting from the three sources. @throws Fault that names the source to correct. */
export function resolveSettings({ flags, env, file, expandHome }: SettingSources): Settings {
  for (const name of Object.keys(file.values)) {
    const known = NAMES.filter((candidate) => SETTINGS[candidate].inFile);
    if (!known.includes(name as SettingName)) throw unknownSetting(name, file.path, known);
  }
  return Object.fromEntries(
    NAMES.map((name) => {
      const { schema, env: variables } = SETTINGS[name];
      const variable = variables.find((candidate) => env[candidate] !== undefined && env[candidate] !== "");
      const [value, source] =
        flags[name] !== undefined
          ? [flags[name], `--${kebab(name)}`]
          : variable
            ? [env[variable], variable]
            : [file.values[name], `${name} in ${file.path}`];
      const parsed = schema.safeParse(value);
      if (!parsed.success) throw invalidSetting(source, SETTINGS[name], value);
      const expanded = (path: unknown): unknown =>
        typeof path === "string" ? expandHome(path, source) : path;
      const { data } = parsed;
      if (!PATHS.has(name)) return [name, data];
      return [name, Array.isArray(data) ? data.map(expanded) : expanded(data)];
    }),
  ) as unknown as Settings;
}

export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Settings that were given as flags, to pass them on. */
export const flagsOf = (flags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(flags).map(([name, value]) =>
    value === true ? `--${kebab(name)}` : `--${kebab(name)}=${value}`,
  );

function invalidSetting(
  source: string,
  { about, asFlag }: { readonly about: string; readonly asFlag: boolean },
  value: unknown,
): Fault {
  // A setting that is not allowed as a flag is a secret, and must not be repeated.
  const shown = asFlag ? JSON.stringify(value) : "its current value";
  return new Fault("invalid", `The setting ${source} must not be ${shown}.`, {
    field: source,
    ...(asFlag && { received: value }),
    reason: "invalid_setting",
    hint: `${about}.`,
  });
}

function unknownSetting(name: string, path: string, known: readonly string[]): Fault {
  return new Fault("invalid", `There is no setting ${name} (in ${path}).`, {
    field: name,
    reason: "unknown_setting",
    hint: `Known settings: ${known.join(", ")}.`,
  });
}
