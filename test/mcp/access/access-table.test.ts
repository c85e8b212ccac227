import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RESOURCES } from "../../../src/resources/inventory.ts";
import { ROLES, type Role } from "../../../src/shared/actor.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { rowCounts } from "../../support/raw-sqlite.ts";
import { openHttp, type TestHttp } from "../http/open-http.ts";
import type { WireMessage } from "../stdio/messages.ts";
import { RESOURCE_ARGUMENTS, ROWS, type Row } from "./requests.ts";
import { LEFT_OUT, TOOL_ARGUMENTS } from "./tool-arguments.ts";
import {
  BANK,
  type Filling,
  MARKERS,
  type ProjectIds,
  SHOP,
  type TwoProjects,
  twoProjects,
} from "./two-projects.ts";

const PAGE = readFileSync(new URL("../../../docs/access.md", import.meta.url), "utf8");
const projects = twoProjects();

/** The last four cells of a row: viewer, agent, admin, and a key of another project. */
const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(-5, -1)
    .map((cell) => cell.trim());
const documented = (name: string): string[] =>
  cellsOf(PAGE.split("\n").find((line) => line.startsWith(`| ${name} |`)) ?? "");

async function answer(http: TestHttp, message: WireMessage, token: string): Promise<string> {
  const reply = await (await http.post(message, { token })).text();
  await http.memory.observations.flush();
  await http.memory.background.idle();
  return reply;
}

const failed = (reply: string): boolean => {
  const { result, error } = JSON.parse(reply) as WireMessage;
  return error !== undefined || result?.["isError"] === true;
};

/** Whether a key of this role may make the request. Each role has a memory of its own, as a call may use records up. */
async function byRole(row: Row, role: Role, { open, shop }: TwoProjects): Promise<"yes" | "no"> {
  const http = await openHttp({ memory: await open() });
  const { token } = await http.key({ role, project: SHOP, mayConsent: true });
  const before = await rowCounts(http.memory.path);
  const [message] = row.requests(shop.both);
  const reply = await answer(http, message as WireMessage, token);
  const refused = failed(reply);
  if (refused) expect(reply, "only the role may be in the way").toMatch(/The role \w+ is needed/);
  if (refused || role === "viewer")
    expect(await rowCounts(http.memory.path), "nothing is kept").toEqual(before);
  return refused ? "no" : "yes";
}

/** What a key of the bank gets. */
async function fromBank(message: WireMessage, filling: Filling, { open }: TwoProjects) {
  const http = await openHttp({ memory: await open(filling) });
  const { token } = await http.key({ role: "admin", project: BANK, mayConsent: true });
  const before = await http.memory.position();
  const reply = await answer(http, message, token);
  const written = await http.memory.changesAfter(before, 100);
  expect(written.map(({ project }) => project)).not.toContain(SHOP);
  return reply;
}

/** The reply, in which nothing is of the shop: no text, and no id unless the request named it. */
async function withoutShop(
  message: WireMessage,
  filling: "both" | "shop alone",
  two: TwoProjects,
): Promise<string> {
  const reply = await fromBank(message, filling, two);
  const sent = JSON.stringify(message);
  expect(reply.toLowerCase(), sent).not.toContain(MARKERS[SHOP]);
  expect(
    two.shop[filling].all.filter((id) => reply.includes(id) && !sent.includes(id)),
    sent,
  ).toEqual([]);
  return reply;
}

/** How rare a word is counts over the whole memory, so what is relevant depends on the texts of all projects. */
const RANKED = [
  ...["membria_get_confidence_guidance", "membria_get_decision_context", "membria_get_warnings"],
  ...["search_decisions", "suggest_decision", "memory_search_by_context", "tmkb_query"],
  ...["before_decision", "review_change"],
].map((name) => `\`${name}\``);

/** Positions count the entries of all projects. */
const comparable = (reply: string): string => reply.replaceAll(/position\\?":\d+/g, "");

/** What a key of the bank gets when it asks for records of the shop: the same as if there were no shop. */
async function byOtherKey(row: Row, two: TwoProjects): Promise<"not found" | "own records"> {
  let reply = "";
  for (const message of row.requests(two.shop.both)) {
    reply = await withoutShop(message, "both", two);
    if (RANKED.includes(row.name)) continue;
    expect(comparable(reply)).toBe(comparable(await fromBank(message, "bank alone", two)));
  }
  for (const message of row.requests(two.shop["shop alone"])) {
    const alone = await withoutShop(message, "shop alone", two);
    expect(comparable(alone)).toBe(comparable(await fromBank(message, "nothing", two)));
  }
  return failed(reply) && /not found|There is no/.test(reply) ? "not found" : "own records";
}

describe("docs/access.md says what a running server does", () => {
  it.each(ROWS.map((row) => [row.name, row] as const))("%s", async (name, row) => {
    const two = await projects();
    const cells: string[] = [];
    for (const role of ROLES) cells.push(await byRole(row, role, two));
    cells.push(await byOtherKey(row, two));
    expect(cells).toEqual(documented(name));
  });

  it("has a row for every request that is tried here, and no other", () => {
    const rows = PAGE.split("\n").filter((line) => /^\| .*\| (?:yes|no) \|/.test(line));
    expect(rows.map((line) => line.slice(2, line.indexOf(" |")))).toEqual(ROWS.map(({ name }) => name));
  });
});

describe("a key that is bound to one project", () => {
  /** One id of every kind of record. */
  const ofEachKind = (ids: readonly string[]): string[] => [
    ...new Map(ids.map((id) => [id.split("_")[0], id])).values(),
  ];

  const everyId = (id: string): ProjectIds => ({ decision: id, second: id, third: id, proposal: id });
  const takesIds = ({ requests }: Row): boolean =>
    JSON.stringify(requests(everyId("dec_a"))) !== JSON.stringify(requests(everyId("dec_b")));

  it.each(ROWS.filter(takesIds).map((row) => [row.name, row] as const))(
    "gets nothing from %s with ids of any kind",
    async (_, row) => {
      const { open, shop } = await projects();
      const http = await openHttp({ memory: await open() });
      const { token } = await http.key({ role: "admin", project: BANK, mayConsent: true });
      const before = await http.memory.position();
      for (const id of ofEachKind(shop.both.all)) {
        for (const message of row.requests(everyId(id))) {
          const reply = await answer(http, message, token);
          expect(reply, JSON.stringify(message)).not.toContain(MARKERS[SHOP]);
        }
      }
      const written = await http.memory.changesAfter(before, 1_000);
      expect(written.map(({ project }) => project)).not.toContain(SHOP);
    },
  );

  it.each(ROWS.filter(({ isStatic }) => !isStatic).map((row) => [row.name, row] as const))(
    "cannot name another, or all, for %s",
    async (_, row) => {
      const { open, shop } = await projects();
      const http = await openHttp({ memory: await open() });
      const { token } = await http.key({ role: "admin", project: BANK, mayConsent: true });
      const before = await rowCounts(http.memory.path);
      for (const message of row.requests(shop.both)) {
        for (const project of [SHOP, "all"]) {
          const params = { ...message.params, _meta: { "membria/project": project } };
          const reply = await answer(http, { ...message, params }, token);
          expect(reply, project).toContain("This key opens the project bank only");
          expect(reply).not.toContain(MARKERS[SHOP]);
        }
        const response = await http.post(message, { token, headers: { "Membria-Project": SHOP } });
        expect(response.status).toBe(403);
        expect(await response.text()).not.toContain(MARKERS[SHOP]);
      }
      expect(await rowCounts(http.memory.path)).toEqual(before);
    },
  );
});

describe("the table tries", () => {
  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
  }
  const namesIn = ({ properties = {}, items }: Schema): string[] => [
    ...Object.entries(properties).flatMap(([name, field]) => [name, ...namesIn(field)]),
    ...(items ? namesIn(items) : []),
  ];
  const keysIn = (value: unknown): string[] =>
    value === null || typeof value !== "object"
      ? []
      : Object.entries(value).flatMap(([key, inner]) => [
          ...(Array.isArray(value) ? [] : [key]),
          ...keysIn(inner),
        ]);

  it.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))("every argument of %s", async (name, tool) => {
    const { shop } = await projects();
    const given = keysIn(TOOL_ARGUMENTS[name]?.(shop.both));
    const known = namesIn(tool.inputSchema as Schema);
    expect([...given, ...(LEFT_OUT[name] ?? [])]).toEqual(expect.arrayContaining(known));
  });

  it.each(RESOURCES.map((resource) => [resource.address, resource] as const))(
    "every variable and query of %s",
    async (_, { name, variables, queries }) => {
      const { shop } = await projects();
      const known = [...variables, ...queries].filter((each) => each !== "cursor");
      expect(new Set(Object.keys(RESOURCE_ARGUMENTS[name]?.(shop.both) ?? {}))).toEqual(new Set(known));
    },
  );
});
