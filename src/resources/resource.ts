/** A resource: how it is defined, matched by its address, and what its contents have. */

import * as z from "zod";
import type { Deps } from "../memory/index.ts";
import type { Role } from "../shared/actor.ts";
import type { Notice } from "../shared/errors.ts";
import type { Call } from "../shared/operations/operation.ts";
import { type ArgumentHints, parseArguments } from "../tools/arguments.ts";
import { membriaWording, wordingWith } from "../tools/membria/dialect.ts";
import { shortenResult } from "../tools/shorten.ts";
import { QUOTED_NOTICE, type Tool } from "../tools/tool.ts";
import { noticeText, withWording } from "../tools/wording.ts";
import type { Area } from "./areas.ts";
import type { Completers } from "./completion.ts";

export type JsonObject = Record<string, unknown>;

const SCHEME = "membria://";

/** A part of the memory that is read by its address. Static: it can be listed without a server. */
export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The address, with its variables in braces. */
  readonly address: string;
  /** The names of the variables in the address. */
  readonly variables: readonly string[];
  /** Optional parameters, sent as a query or as arguments. */
  readonly queries: readonly string[];
  readonly completers: Completers;
  readonly inputSchema: JsonObject;
  /** The lowest role that may read it. It is listed for those who may. */
  readonly role: Role;
  readonly quotesMemory: boolean;
  /** The values of the variables if the address matches. */
  match(address: string): Readonly<Record<string, string>> | undefined;
  /** The contents, limited in length. @throws Fault */
  read(given: JsonObject, deps: Deps, call: Call): Promise<JsonObject>;
  /** The areas of the memory that the contents depend on. */
  dependsOn(contents: JsonObject): readonly Area[];
}

interface ResourceSpec<I extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The address without the scheme: `decisions/{decision_id}`. */
  readonly path: string;
  /** The variables of the path, and the keys of the query. */
  readonly input: I;
  /** Left out if every role may read it. */
  readonly role?: Role;
  readonly hints?: ArgumentHints;
  readonly completers?: Completers;
  /** Names of variables and query keys for fields of operations, where they differ. */
  readonly fields?: Readonly<Record<string, Extract<keyof z.output<I>, string>>>;
  /** Set when the contents include stored text. */
  readonly quotesMemory?: boolean;
  read(args: z.output<I>, deps: Deps, call: Call): Promise<JsonObject>;
  dependsOn(contents: JsonObject): readonly Area[];
}

export function defineResource<I extends z.ZodObject>(spec: ResourceSpec<I>): Resource {
  const address = `${SCHEME}${spec.path}`;
  let inputSchema: JsonObject | undefined;
  const variables = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    address,
    variables,
    queries: Object.keys(spec.input.shape).filter((key) => !variables.includes(key)),
    completers: spec.completers ?? {},
    role: spec.role ?? "viewer",
    quotesMemory: spec.quotesMemory ?? false,
    get inputSchema() {
      if (inputSchema === undefined) {
        const { $schema: _, ...rest } = z.toJSONSchema(spec.input, { io: "input" }) as JsonObject;
        inputSchema = rest;
      }
      return inputSchema;
    },
    match: matcherOf(address, variables),
    read: async (given, deps, call) => {
      const args = parseArguments(spec.input, typed(spec.input, given), spec.hints);
      return withWording(wordingWith(spec.fields ?? {}), () => spec.read(args, deps, call));
    },
    dependsOn: spec.dependsOn,
  };
}

function matcherOf(address: string, variables: readonly string[]): Resource["match"] {
  const source = address.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "([^/]+)");
  const pattern = new RegExp(`^${source}$`);
  return (candidate) => {
    const found = pattern.exec(candidate);
    if (!found) return undefined;
    try {
      return Object.fromEntries(
        variables.map((name, i) => [name, decodeURIComponent(found[i + 1] as string)]),
      );
    } catch {
      return undefined;
    }
  };
}

/** A query has only strings. A numeral becomes a number where the schema wants one. */
function typed(schema: z.ZodObject, given: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const isNumeral = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);
      return [
        key,
        isNumeral && Object.hasOwn(schema.shape, key) && wantsNumber(schema.shape[key])
          ? Number(value)
          : value,
      ];
    }),
  );
}

function wantsNumber(field: unknown): boolean {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodNumber;
}

interface ContentOptions {
  readonly maxTokens?: number | undefined;
  readonly quotesMemory?: boolean;
  readonly notices?: readonly Notice[];
  /** Notes about what was already left out. */
  readonly omitted?: readonly string[];
}

/** The contents of a resource: limited in length, with notices and notes about what was cut. */
export function contents(values: JsonObject, call: Call, options: ContentOptions = {}): JsonObject {
  const { omitted: cut, ...bounded } = shortenResult(values, options.maxTokens, "max_tokens");
  const omitted = [...(options.omitted ?? []), ...((cut as string[] | undefined) ?? [])];
  const notices = [...call.notices, ...(options.notices ?? []), ...(call.sharing?.takeNotices() ?? [])];
  return {
    ...bounded,
    ...(omitted.length > 0 && { omitted }),
    ...(notices.length > 0 && { notices: notices.map((notice) => noticeText(notice, membriaWording)) }),
    ...(options.quotesMemory !== false && { notice: QUOTED_NOTICE }),
  };
}

/** The structured result of a tool. @throws Fault if the tool fails. */
export async function contentsOfTool(
  tool: Tool,
  args: JsonObject,
  deps: Deps,
  call: Call,
): Promise<JsonObject> {
  const { structured, fault } = await tool.call(args, deps, call);
  if (fault) throw fault;
  return structured;
}
