import * as z from "zod";
import { defineOperation } from "../shared/operation.ts";
import type { AccessDeps } from "./deps.ts";

export const listKeys = defineOperation({
  name: "list-keys",
  summary: "List the keys, without their secrets.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: (_, { store }: AccessDeps) => store.listKeys(),
});
