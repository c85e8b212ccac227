/** The command status: which clients have Membria, and whether it works there. */

import * as z from "zod";
import { CLIENT_NAMES, type Client, type Scope } from "../../../clients/client.ts";
import type { ClientFiles, ClientFindings, FoundPackage } from "../../../clients/client-files.ts";
import { CLIENTS, clientNamed } from "../../../clients/inventory.ts";
import { wordsOfServer } from "../../../clients/our-entries.ts";
import { type CommandContext, defineCommand, type Installation } from "../../command.ts";
import { type Trial, tryServer } from "./try-server.ts";

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

interface FoundServer {
  readonly scope: Scope;
  readonly path: string;
  readonly command: readonly string[];
  readonly trial: Trial;
}

/** The parts of Membria that a client has, and the problems with them. */
interface ClientHealth {
  readonly client: Client;
  readonly present: boolean;
  readonly servers: readonly FoundServer[];
  readonly hooks: readonly (ClientFindings["hooks"][number] & { readonly scope: Scope })[];
  readonly packages: readonly FoundPackage[];
  readonly problems: readonly string[];
}

type Findings = ClientFindings & { readonly scope: Scope };

async function healthOf(
  client: Client,
  files: ClientFiles,
  installation: Pick<Installation, "show">,
): Promise<ClientHealth> {
  const all: Findings[] = [];
  for (const scope of client.scopes) all.push({ scope, ...(await files.examine(client, scope)) });
  const packages = await files.packages(client);
  const servers: FoundServer[] = [];
  for (const { scope, servers: found } of all)
    for (const { path, entry, ours } of found)
      if (ours) servers.push({ scope, path, ...(await started(entry, client, files)) });
  const hooks = all.flatMap(({ scope, hooks: found }) => found.map((one) => ({ scope, ...one })));
  return {
    client,
    present: await files.isPresent(client),
    servers,
    hooks,
    packages,
    problems: problemsOf(client, all, { servers, hooks, packages }, installation),
  };
}

/** Exactly as the client does it: the command, the arguments, the variables and the folder of the entry. */
async function started(
  entry: unknown,
  client: Client,
  files: ClientFiles,
): Promise<Pick<FoundServer, "command" | "trial">> {
  const [command = "", ...args] = wordsOfServer(entry);
  const { env, environment, cwd } = entry as Record<string, unknown>;
  const { folder, variables } = files.surroundings(client);
  const trial = await tryServer({
    words: [command, ...args],
    folder: typeof cwd === "string" ? cwd : folder,
    variables: { ...variables, ...((env ?? environment ?? {}) as Record<string, string>) },
  });
  return { command: [command, ...args], trial };
}

function problemsOf(
  { name, title }: Client,
  all: readonly Findings[],
  { servers, hooks, packages }: Pick<ClientHealth, "servers" | "hooks" | "packages">,
  { show }: Pick<Installation, "show">,
): readonly string[] {
  const again = (scope: Scope): string =>
    `membria install ${name}${scope === "user" ? "" : ` --scope ${scope}`}`;
  const isThere = servers.length > 0 || hooks.length > 0;
  const problems: string[] = [];
  for (const { scope, servers: found, outdated, problems: bad } of all) {
    for (const { path, ours } of found)
      if (!ours) problems.push(`${show(path)} has a server called membria that does not start this program.`);
    for (const path of outdated)
      problems.push(`${show(path)} is not what this program would write. To update it: ${again(scope)}`);
    for (const { path, problem } of bad)
      if (problem.reason !== "foreign_entry")
        problems.push(`${show(path)}: ${problem.message} ${problem.hint}`);
    const isServed = found.some(({ ours }) => ours);
    if (hooks.some((one) => one.scope === scope) && !isServed && servers.length === 0)
      problems.push(`The hooks are there without the server. To set up both: ${again(scope)}`);
  }
  for (const { path, trial } of servers)
    if ("problem" in trial) problems.push(`The server in ${show(path)} does not work: ${trial.problem}.`);
  if (new Set(hooks.map(({ scope }) => scope)).size > 1)
    problems.push(
      `The hooks are installed for you and for this project, so they run twice. Remove one of the two: membria uninstall ${name}, or membria uninstall ${name} --scope project`,
    );
  for (const { name: called, removal } of isThere ? packages : [])
    problems.push(
      `${title} has the package ${called} as well: its tools are listed twice, and its hooks run twice. Remove one of the two: ${removal}, or membria uninstall ${name}`,
    );
  const untrusted = hooks.reduce((sum, one) => sum + (one.untrusted ?? 0), 0);
  if (untrusted > 0)
    problems.push(
      `${untrusted} hooks wait for your trust, and Codex skips them until then. Start codex, type /hooks, and trust them.`,
    );
  return problems;
}
