import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { expect } from "vitest";
import type { Deps } from "../../src/memory/deps.ts";
import { findTool } from "../../src/tools/inventory.ts";
import type { Reply, Tool } from "../../src/tools/tool.ts";
import { type Caller, callBy } from "./memory.ts";

export type Json = Record<string, unknown>;

const validator = new AjvJsonSchemaValidator();

export function toolNamed(name: string): Tool {
  const tool = findTool(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

/** Clients validate errors too, so every reply in every test has to fit the schema the tool lists. */
export function expectToFitSchema(tool: Tool, structured: unknown): void {
  const { valid, errorMessage } = validator.getValidator(tool.outputSchema)(structured);
  expect(valid, `${tool.name}: ${errorMessage} in ${JSON.stringify(structured)}`).toBe(true);
}

export async function callTool(
  deps: Deps,
  name: string,
  args: unknown,
  caller: Caller = {},
): Promise<Reply & { structured: Json }> {
  const tool = toolNamed(name);
  const reply = await tool.call(args, deps, callBy(caller));
  expectToFitSchema(tool, reply.structured);
  expect(reply.text).not.toBe("");
  return reply;
}

/** A call that has to succeed. */
export async function succeed(deps: Deps, name: string, args: unknown, caller?: Caller): Promise<Json> {
  const { structured, fault, text } = await callTool(deps, name, args, caller);
  expect(fault, text).toBeUndefined();
  return structured;
}

export interface MembriaError {
  readonly code: number;
  readonly message: string;
  readonly data: Json & { readonly reason: string; readonly problem: string };
}

/** A call that has to fail, in Membria's dialect. The text has to say what the structure says. */
export async function fail(deps: Deps, name: string, args: unknown, caller?: Caller): Promise<MembriaError> {
  const { structured, fault, text } = await callTool(deps, name, args, caller);
  expect(fault, `it succeeded: ${text}`).toBeDefined();
  const { error } = structured as unknown as { error: MembriaError };
  expect(text).toContain(String(error.code));
  expect(text).toContain(error.data.problem);
  if (typeof error.data["suggestion"] === "string") expect(text).toContain(error.data["suggestion"]);
  return error;
}
