import { PROMPTS } from "../../../src/prompts/inventory.ts";
import { RESOURCES } from "../../../src/resources/inventory.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { call, request, type WireMessage } from "../stdio/messages.ts";
import { TOOL_ARGUMENTS } from "./tool-arguments.ts";
import { type ProjectIds, WORD } from "./two-projects.ts";

type Values = Record<string, unknown>;

/** A row of the table: everything that can be asked for by one name. */
export interface Row {
  /** As the first cell of the row has it. */
  readonly name: string;
  /** Set if the reply has nothing of any project, so that naming one makes no difference. */
  readonly isStatic?: boolean;
  /** With every argument; then, if it can do without, the same without the ids of records. */
  requests(ids: ProjectIds): readonly WireMessage[];
}

const NAMES_A_RECORD = /_ids?$|Id$|^links$|^decision$/;
const IS_A_SESSION = /session/;

const namesRecord = (name: string): boolean => NAMES_A_RECORD.test(name) && !IS_A_SESSION.test(name);

/** The arguments, and if they are valid without what names a record, those too. */
function withAndWithoutIds(args: Values, required: readonly string[]): Values[] {
  const named = Object.keys(args).filter(
    (name) => namesRecord(name) && (name !== "decision" || String(args[name]).startsWith("dec_")),
  );
  if (named.length === 0 || named.some((name) => required.includes(name))) return [args];
  return [args, Object.fromEntries(Object.entries(args).filter(([name]) => !named.includes(name)))];
}

const requiredOf = (schema: unknown): readonly string[] =>
  (schema as { required?: readonly string[] }).required ?? [];

const argumentsOf = (table: Readonly<Record<string, (ids: ProjectIds) => Values>>, name: string) => {
  const found = table[name];
  if (!found) throw new Error(`test/mcp/access has no arguments for ${name}.`);
  return found;
};

const TOOL_ROWS: readonly Row[] = ALL_TOOLS.flatMap((tool) => {
  const args = argumentsOf(TOOL_ARGUMENTS, tool.name);
  const calls = (ids: ProjectIds, more: Values = {}) =>
    withAndWithoutIds({ ...args(ids), ...more }, requiredOf(tool.inputSchema)).map((each) =>
      call(1, tool.name, each),
    );
  const higher = tool.higherRole;
  return [
    { name: `\`${tool.name}\``, requests: (ids) => calls(ids) },
    ...(higher
      ? [
          {
            name: `\`${tool.name}\` with \`${higher.argument}: ${higher.value}\``,
            requests: (ids: ProjectIds) => calls(ids, { [higher.argument]: higher.value }),
          },
        ]
      : []),
  ];
});

/** Variables and queries of every resource. Only a cursor is left out, as it comes from a page before. */
export const RESOURCE_ARGUMENTS: Readonly<Record<string, (ids: ProjectIds) => Values>> = {
  decisions: () => ({ module: "database", status: "pending", limit: 20, max_tokens: 5_000 }),
  due_decisions: () => ({ module: "database", limit: 20, max_tokens: 5_000 }),
  decision: ({ decision }) => ({ decision_id: decision, max_tokens: 5_000 }),
  calibrations: () => ({ max_tokens: 5_000 }),
  calibration: () => ({ domain: "database" }),
  skills: () => ({ domain: "all", min_confidence: 0, limit: 50, max_tokens: 5_000 }),
  causal_chain: ({ decision }) => ({ decision_id: decision, fresh: "1", max_tokens: 5_000 }),
  similar_decisions: ({ decision }) => ({ decision_id: decision, limit: 20, fresh: "1", max_tokens: 5_000 }),
  anomalies: () => ({}),
  audit: ({ decision }) => ({
    since: "90d",
    actor: "agent",
    decision,
    op: "decision",
    max_tokens: 5_000,
  }),
  threat: () => ({ id: "flask-mass-assignment", max_tokens: 5_000 }),
};

const RESOURCE_ROWS: readonly Row[] = RESOURCES.map(({ name, address, variables }) => ({
  name: `\`${address}\``,
  requests: (ids) =>
    withAndWithoutIds(argumentsOf(RESOURCE_ARGUMENTS, name)(ids), variables).map((values) => {
      const path = address.replaceAll(/\{(\w+)\}/g, (_, variable: string) => String(values[variable]));
      const query = Object.entries(values).filter(([key]) => !variables.includes(key));
      const search = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join("&");
      return request(1, "resources/read", { uri: search === "" ? path : `${path}?${search}` });
    }),
}));

const PROMPT_ARGUMENTS: Readonly<Record<string, (ids: ProjectIds) => Values>> = {
  before_decision: () => ({
    statement: `Store the carts of ${WORD} elsewhere`,
    domain: "database",
    confidence: "0.8",
  }),
  after_outcome: ({ decision }) => ({ decision_id: decision }),
  weekly_review: () => ({ days: "366" }),
  resume_work: () => ({ mode: "full" }),
  review_change: () => ({ change: `A background job that exports ${WORD}`, file: "app/jobs/export.py" }),
};

const PROMPT_ROWS: readonly Row[] = PROMPTS.map((prompt) => ({
  name: `\`${prompt.name}\``,
  requests: (ids) =>
    withAndWithoutIds(
      argumentsOf(PROMPT_ARGUMENTS, prompt.name)(ids),
      prompt.arguments.filter(({ required }) => required).map(({ name }) => name),
    ).map((args) => request(1, "prompts/get", { name: prompt.name, arguments: args })),
}));

const completion = (ref: Values, argument: string): WireMessage[] =>
  ["", "dec_"].map((value) =>
    request(1, "completion/complete", { ref, argument: { name: argument, value } }),
  );

const COMPLETION_ROWS: readonly Row[] = [
  ...RESOURCES.flatMap(({ address, completers }) =>
    Object.keys(completers).map((argument) => ({
      name: `\`${argument}\` of \`${address}\``,
      requests: () => completion({ type: "ref/resource", uri: address }, argument),
    })),
  ),
  ...PROMPTS.flatMap(({ name, completers }) =>
    Object.keys(completers).map((argument) => ({
      name: `\`${argument}\` of \`${name}\``,
      requests: () => completion({ type: "ref/prompt", name }, argument),
    })),
  ),
];

const LIST_ROWS: readonly Row[] = [
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
].map((method) => ({
  name: `\`${method}\``,
  isStatic: method !== "resources/list",
  requests: () => [request(1, method)],
}));

export const ROWS: readonly Row[] = [
  ...TOOL_ROWS,
  ...RESOURCE_ROWS,
  ...PROMPT_ROWS,
  ...COMPLETION_ROWS,
  ...LIST_ROWS,
];
