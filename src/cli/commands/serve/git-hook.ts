import * as z from "zod";
import type { HookState } from "../../../repository/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { type CommandContext, defineCommand } from "../../command.ts";

export const gitHook = defineCommand({
  name: "git hook",
  summary:
    "Let git say when there is something new: a line in the post-commit and post-merge hooks of this repository, which reads it in the background.",
  positionals: ["action"],
  input: z.strictObject({
    action: z
      .enum(["install", "remove", "status"])
      .describe("What to do with it; what is there already stays."),
  }),
  async run({ action }, context) {
    const { installation } = context;
    const hooks = await installation.gitHooks();
    const { words, flags } = await installation.program();
    const command = [...words, "git", "sync", ...flags];
    const states = await {
      install: () => hooks.install(command),
      remove: hooks.remove,
      status: hooks.states,
    }[action]();
    if (!states) throw noRepository();
    return {
      json: {
        action,
        hooks: states.map(({ hook, path, state, left }) => ({ hook, path, state, left: left ?? null })),
      },
      text: [
        ...states.map((state) => sentence(state, context)),
        ...(action === "install" && states.some(isOurs)
          ? ["git does not wait for it. To take it out: membria git hook remove"]
          : []),
      ].join("\n"),
      exitCode: action === "install" && !states.every(isOurs) ? 1 : 0,
    };
  },
});

const isOurs = ({ state }: HookState): boolean => state === "ours" || state === "joined";

const SAID: Readonly<Record<HookState["state"], string>> = {
  missing: "there is none",
  ours: "reads what is new",
  joined: "reads what is new, beside what else it does",
  other: "is there, and has nothing of Membria",
};

const sentence = ({ hook, path, state, left }: HookState, { installation }: CommandContext): string =>
  `${hook}  ${SAID[state]}  ${installation.show(path)}${left === undefined ? "" : `\n  Left alone: ${left}`}`;

function noRepository(): Fault {
  return new Fault("unavailable", "There is no repository here that git can read.", {
    reason: "no_repository",
    hint: "Nothing was changed. Run it in the work tree of a repository, with git installed.",
  });
}
