import * as z from "zod";
import { defineOperation } from "../shared/operation.ts";
import type { LogDeps } from "./deps.ts";

export const listPeople = defineOperation({
  name: "list-people",
  summary: "List the people who wrote something, with their ids.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: (_, { store }: LogDeps) => store.listPeople(),
});
