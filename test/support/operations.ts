import { readdir } from "node:fs/promises";
import type * as z from "zod";
import type { Deps } from "../../src/memory/deps.ts";
import type { Operation } from "../../src/shared/operations/operation.ts";

const SRC = new URL("../../src/", import.meta.url);

type AnyOperation = Operation<z.ZodType, unknown, Deps>;

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "object" && value !== null && "effect" in value && "summary" in value;

/** Every operation that a file in the `operations` of a subject exports, sorted by name. */
export async function allOperations(): Promise<AnyOperation[]> {
  const files = (await readdir(SRC, { recursive: true }))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /^[a-z]+\/operations\/.*\.ts$/.test(file));
  const modules = await Promise.all(files.map((file) => import(new URL(file, SRC).href)));
  const found = new Set(modules.flatMap((module) => Object.values(module as object).filter(isOperation)));
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}
