import * as z from "zod";
import type { ProjectStore } from "../../domain/moving/project-store.ts";
import { defineOperation } from "../shared/operation.ts";

export const listProjects = defineOperation({
  name: "list-projects",
  summary: "List the projects that have memories, the one used last first.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: (_, { store }: { readonly store: Pick<ProjectStore, "listProjects"> }) => store.listProjects(),
});
