import * as z from "zod";
import { CLIENT_NAMES } from "../../clients/client-names.ts";
import { CLIENTS, clientNamed } from "../../clients/inventory.ts";
import { type ClientHealth, healthOf } from "../client-health.ts";
import { type CommandContext, defineCommand } from "../command.ts";

export const status = defineCommand({
  name: "status",
  summary:
    "Show which clients use Membria and from where, start the server as each of them does, and say what is wrong.",
  positionals: ["client"],
  input: z.strictObject({
    client: z
      .array(z.enum(CLIENT_NAMES))
      .default([])
      .describe("Which clients; otherwise those that are found on this machine."),
  }),
  async run({ client: typed }, context) {
    const { installation, terminal } = context;
    const files = await installation.clients();
    const clients = typed.length > 0 ? [...new Set(typed)].map(clientNamed) : CLIENTS;
    const all: ClientHealth[] = [];
    for (const client of clients) {
      terminal.progress(`${client.title} …`);
      all.push(await healthOf(client, files, installation));
    }
    terminal.progress("");
    const shown = all.filter((one) => typed.length > 0 || one.present || isInstalled(one));
    const problems = shown.flatMap((one) => one.problems);
    return {
      json: {
        ok: problems.length === 0,
        version: installation.version,
        clients: shown.map(({ client, ...health }) => ({ client: client.name, ...health })),
      },
      text:
        shown.length === 0
          ? `No client was found on this machine. To set one up anyway: membria install ${CLIENT_NAMES[0]}`
          : shown.map((one) => healthText(one, context)).join("\n"),
      exitCode: problems.length === 0 ? 0 : 1,
    };
  },
});

const isInstalled = ({ servers, hooks, packages }: ClientHealth): boolean =>
  servers.length + hooks.length + packages.length > 0;

function healthText(health: ClientHealth, { installation, terminal }: CommandContext): string {
  const { client, servers, hooks, packages, problems } = health;
  const { style } = terminal;
  const { show } = installation;
  const good = style("green", "✓");
  const lines = [
    ...servers.flatMap(({ path, trial }) =>
      "problem" in trial
        ? []
        : [
            `  ${good} server in ${show(path)}: version ${trial.version}, first answer after ${trial.firstAnswerMs} ms, ${trial.tools} tools, ${trial.called} in ${trial.calledMs} ms`,
          ],
    ),
    ...hooks.map(({ path, count }) =>
      path.endsWith(".js")
        ? `  ${good} hooks as a plugin in ${show(path)}`
        : `  ${good} ${count} hooks in ${show(path)}`,
    ),
    ...packages.map(({ name, path }) => `  ${good} package ${name}, named in ${show(path)}`),
    ...problems.map((problem) => `  ${style("red", "✗")} ${problem}`),
  ];
  if (lines.length > 0) return [style("bold", client.title), ...lines].join("\n");
  return style("dim", `${client.title}: not installed. To do it: membria install ${client.name}`);
}
