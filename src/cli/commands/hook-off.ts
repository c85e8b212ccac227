import * as z from "zod";
import { switchHooks } from "../../app/hooks/switch-hooks.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";

export const hookOff = defineCommand({
  name: "hook off",
  summary:
    'Tell a session nothing more. For a project, put "hooks": false into .membria.json; for all, set hooksOff.',
  positionals: ["session"],
  input: z.strictObject({
    session: switchHooks.input.shape.session.describe(
      "The session, as membria hook log names it; its beginning is enough",
    ),
  }),
  async run({ session }, { deps, call }) {
    const switched = await perform(switchHooks, { session, isOff: true }, await deps(), await call());
    return {
      json: { client: switched.client, session_id: switched.session, off: switched.isOff },
      text: `The session ${switched.session} of ${switched.client} is told nothing more.`,
    };
  },
});
