import { join } from "node:path";
import type { FalkorDb } from "../falkordb.ts";
import { environmentOfPerson, type Run, runProgram } from "../run-program.ts";
import { type Reply, type StdioClient, startServer } from "../stdio-client.ts";
import { type TemporaryFolder, temporaryFolder } from "../temporary-folder.ts";
import { type Between, listenBetween } from "./between.ts";

export const PROJECT = "shop";
/** As in examples/team, with the password of the tests. */
export const TEAM_USER = { name: "membria", password: "of-the-whole-team" } as const;
export const TEAM_USERS = [
  "user default off",
  `user ${TEAM_USER.name} on >${TEAM_USER.password} resetchannels ~membria* -@all +ping +graph.query +graph.ro_query +graph.config|get +config|get +info +bgrewriteaof +acl|whoami +acl|dryrun (~telemetry{membria*} -@all +del)`,
];

/** How a call of a tool ended: its result, its refusal, or nothing because the program was gone before. */
export type Called =
  | { readonly as: "done"; readonly result: Record<string, unknown>; readonly ms: number }
  | { readonly as: "refused"; readonly text: string; readonly ms: number }
  | { readonly as: "gone" };

/** The built program on a memory of its own, in the team, as a client runs it. */
export class Machine {
  readonly name: string;
  readonly between: Between;
  readonly #folder: TemporaryFolder;
  readonly #env: Readonly<Record<string, string>>;
  #server: Promise<StdioClient> | undefined;

  constructor(
    name: string,
    between: Between,
    folder: TemporaryFolder,
    env: Readonly<Record<string, string>>,
  ) {
    this.name = name;
    this.between = between;
    this.#folder = folder;
    this.#env = {
      MEMBRIA_HOME: folder.path,
      MEMBRIA_PROJECT: PROJECT,
      MEMBRIA_EMBEDDING: "off",
      MEMBRIA_BACKUPS: "0",
      MEMBRIA_LOG_LEVEL: "error",
      ...env,
    };
  }

  get home(): string {
    return this.#folder.path;
  }

  get memory(): string {
    return join(this.home, "membria.db");
  }

  /** With user and password, through what lies between. */
  get url(): string {
    return `redis://${TEAM_USER.name}:${TEAM_USER.password}@127.0.0.1:${this.between.port}`;
  }

  /** A command that a person types. */
  command(argv: readonly string[], input = ""): Promise<Run> {
    return runProgram(argv, { env: this.#env, input });
  }

  /** The answer of a command. @throws when it failed. */
  async answer(argv: readonly string[], input = ""): Promise<Record<string, unknown>> {
    const { code, out, err } = await this.command([...argv, "--json"], input);
    if (code !== 0) throw new Error(`membria ${argv.join(" ")} on ${this.name}: ${code}\n${out}\n${err}`);
    return JSON.parse(out) as Record<string, unknown>;
  }

  start(): Promise<StdioClient> {
    this.#server ??= this.#started();
    return this.#server;
  }

  async #started(): Promise<StdioClient> {
    const server = startServer({ env: { ...environmentOfPerson(), ...this.#env } });
    const reply = await server.initialize();
    // One that is killed while it starts is started again by whoever killed it.
    if (!reply && server.child.signalCode === null)
      throw new Error(`${this.name} did not start: ${server.stderr()}`);
    return server;
  }

  async call(tool: string, args: Record<string, unknown>): Promise<Called> {
    const server = await this.start();
    const began = performance.now();
    const reply = await server.request("tools/call", { name: tool, arguments: args });
    return calledOf(reply, performance.now() - began);
  }

  /** The result of a tool. @throws when there is none. */
  async done(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const called = await this.call(tool, args);
    if (called.as === "done") return called.result;
    throw new Error(`${tool} on ${this.name}: ${called.as === "refused" ? called.text : "no reply"}`);
  }

  /** Kills the program without a chance to clean up, and starts it again. */
  async crash(): Promise<void> {
    const server = await this.start();
    this.#server = server.kill().then(() => this.#started());
    await this.#server;
  }

  async stop(): Promise<void> {
    const server = await this.#server;
    this.#server = undefined;
    await server?.close();
  }

  async remove(): Promise<void> {
    await (await this.#server)?.kill();
    await this.between.close();
    await this.#folder.remove();
  }
}

function calledOf(reply: Reply | undefined, ms: number): Called {
  if (!reply) return { as: "gone" };
  if (reply.error) return { as: "refused", text: JSON.stringify(reply.error), ms };
  const result = reply.result ?? {};
  if (result["isError"] === true) return { as: "refused", text: JSON.stringify(result["content"]), ms };
  return { as: "done", result: result["structuredContent"] as Record<string, unknown>, ms };
}

/** Machines that were joined by commands, as people do it. Nothing runs on them yet. */
export async function joinedMachines(
  hub: FalkorDb,
  names: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Machine[]> {
  const machines: Machine[] = [];
  for (const name of names) {
    const machine = new Machine(name, await listenBetween(hub.port), await temporaryFolder(), env);
    const [founder] = machines;
    machines.push(machine);
    if (!founder) await machine.answer(["team", "create", machine.url, "--from", "all"]);
    else await admit(founder, machine);
  }
  return machines;
}

async function admit(founder: Machine, machine: Machine): Promise<void> {
  const { invitation, fingerprint } = await founder.answer(["team", "invite", "--role", "admin"]);
  const told = ["--fingerprint", String(fingerprint), "--from", "all"];
  await machine.answer(["team", "join", machine.url, "--invite", "-", ...told], String(invitation));
}
