import { spawn } from "node:child_process";
import { once } from "node:events";
import { environmentOfPerson, runProgram } from "../../support/run-program.ts";
import { MEMBRIA } from "../../support/stdio-client.ts";
import { EXAMPLE_PROJECT } from "./example-deps.ts";

/** The built program, which serves the memory in a folder over HTTP. */
export interface PageServer {
  readonly url: string;
  /** A link that signs somebody in once: the person at the terminal, or who has the key. */
  link(options?: { readonly key?: string; readonly person?: string }): Promise<string>;
  /** Runs a command on the same memory, as a person at a terminal or as given. */
  run(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Whether these cookies are of a session that holds. */
  knows(cookies: readonly { readonly name: string; readonly value: string }[]): Promise<boolean>;
  stop(): Promise<void>;
}

export async function startPageServer(home: string, ...flags: readonly string[]): Promise<PageServer> {
  const env = { MEMBRIA_HOME: home, MEMBRIA_PROJECT: EXAMPLE_PROJECT, MEMBRIA_PERSON: "ana" };
  const child = spawn(process.execPath, [MEMBRIA, "mcp", "start", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...environmentOfPerson(), ...env },
    cwd: home,
  });
  const url = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const [, address] = /Membria listens on (\S+)\/mcp/.exec(out) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it listened.`)));
  });
  const run: PageServer["run"] = async (argv, more = {}) => {
    const { code, out, err } = await runProgram([...argv, "--json"], { env: { ...env, ...more }, cwd: home });
    if (code !== 0) throw new Error(`membria ${argv.join(" ")} ended with ${code}: ${err}${out}`);
    return JSON.parse(out);
  };
  return {
    url,
    run,
    async link({ key, person } = {}) {
      const argv = ["open", "--no-browser", ...(key === undefined ? [] : ["--key", key])];
      const answer = await run(argv, person === undefined ? {} : { MEMBRIA_PERSON: person });
      return (answer as { readonly link: string }).link;
    },
    async knows(cookies) {
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      return (await fetch(`${url}/page/session`, { headers: { cookie } })).ok;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
