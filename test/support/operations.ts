import { readdir } from "node:fs/promises";
import type * as z from "zod";
import type { Deps } from "../../src/app/deps.ts";
import type { Operation } from "../../src/app/shared/operation.ts";

const APP = new URL("../../src/app/", import.meta.url);

type AnyOperation = Operation<z.ZodType, unknown, Deps>;

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "object" && value !== null && "effect" in value && "summary" in value;

/** Every operation that a file of src/app exports, sorted by name. */
export async function allOperations(): Promise<AnyOperation[]> {
  const files = (await readdir(APP, { recursive: true })).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file.replaceAll("\\", "/"), APP).href)),
  );
  const found = new Set(modules.flatMap((module) => Object.values(module as object).filter(isOperation)));
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}
