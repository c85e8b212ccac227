import * as z from "zod";
import { defineOperation } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

export const listImports = defineOperation({
  name: "list-imports",
  summary: "List what was imported, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  run: (_, { store }: MovingDeps, { scope }) => store.listImports(scope),
});
