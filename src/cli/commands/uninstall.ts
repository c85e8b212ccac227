import * as z from "zod";
import { SCOPES } from "../../clients/client.ts";
import { CLIENT_NAMES } from "../../clients/client-names.ts";
import { ALL_CLIENTS, agreementNeeded, differences, isChange, plansFor } from "../client-changes.ts";
import { carryOutPlans, reportOf } from "../client-report.ts";
import { defineCommand } from "../command.ts";

export const uninstall = defineCommand({
  name: "uninstall",
  summary:
    "Take the server and the hooks out of the settings of clients. Files that nobody changed since are restored as they were.",
  positionals: ["client"],
  input: z.strictObject({
    client: z
      .array(z.enum([...CLIENT_NAMES, ALL_CLIENTS]))
      .min(1)
      .describe("Which clients; all are those that are found on this machine."),
    scope: z.enum(SCOPES).default("user").describe("Where it was installed."),
    yes: z.boolean().default(false).describe("Do it without asking."),
    dryRun: z.boolean().default(false).describe("Show what would change, and change nothing."),
  }),
  async run({ client: typed, scope, yes, dryRun }, context) {
    const files = await context.installation.clients();
    const plans = await plansFor(typed, scope, files, files.planRemoval);
    const difference = differences(plans, context, files);
    const packages = (await Promise.all(plans.map(({ client }) => files.packages(client)))).flat();
    const notes = packages.map(
      ({ name, removal }) => `The package ${name} is still there. To remove it: ${removal}`,
    );
    const isNeeded = plans.some(({ changes }) => changes.some(isChange));
    const shown = { plans, scope, notes, difference, unchanged: "has nothing of it" };
    if (dryRun || !isNeeded) return reportOf({ ...shown, done: !dryRun }, context);
    if (!yes) {
      const agreed = await context.terminal.confirm(`${difference}\nWrite this?`);
      if (agreed === undefined) {
        const told = [...notes, agreementNeeded("uninstall", typed, scope)];
        return reportOf({ ...shown, notes: told, done: false, exitCode: 2 }, context);
      }
      if (!agreed)
        return reportOf({ ...shown, difference: "", notes: ["Nothing was changed."], done: false }, context);
    }
    const results = await carryOutPlans(plans, scope, files, { isRemoval: true });
    return reportOf({ ...shown, difference: yes ? difference : "", results, done: true }, context);
  },
});
