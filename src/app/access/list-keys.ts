import * as z from "zod";
import { defineOperation } from "../shared/operation.ts";
import type { AccessDeps } from "./deps.ts";
import { isInReach } from "./keys-in-reach.ts";

export const listKeys = defineOperation({
  name: "list-keys",
  summary: "List the keys, without their secrets.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: async (_, { store }: AccessDeps, call) =>
    (await store.listKeys()).filter((key) => isInReach(key, call)),
});
