import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { openSession } from "./stdio-session.mjs";

const SURROUNDINGS = new URL("./surroundings.mjs", import.meta.url).href;

/**
 * The built program at a time of our choosing, in a folder of its own. Of the environment it gets what finds programs and
 * nothing else, so that no setting of this machine comes in.
 */
export function programAt({ membria, cwd, home, time, project, settings = {} }) {
  const begun = Date.now();
  /** The time continues from one process to the next. */
  const env = () => ({
    PATH: process.env.PATH,
    MEMBRIA_ACTOR: "human",
    HOME: home,
    MEMBRIA_HOME: home,
    MEMBRIA_PROJECT: project,
    MEMBRIA_LOG_LEVEL: "error",
    MEMBRIA_EMBEDDING: "off",
    // On a busy machine nothing that was observed may be missing.
    MEMBRIA_PATIENCE: "20",
    MEMBRIA_HOOK_WAIT_MS: "30000",
    FIXTURE_TIME: new Date(Date.parse(time) + Date.now() - begun).toISOString(),
    ...settings,
  });
  const command = [process.execPath, "--import", SURROUNDINGS, membria];

  async function run(argv, input) {
    const [node, ...args] = command;
    const child = spawn(node, [...args, ...argv], { cwd, env: env(), stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    if (code !== 0) throw new Error(`membria ${argv.join(" ")} ended with ${code}: ${out}${err}`);
    return out;
  }

  /** One request to a server that is started for it. Without a path, to where clients call tools. */
  async function post(path, headers, body) {
    const [node, ...args] = command;
    const child = spawn(node, [...args, "mcp", "start", "--port", "0"], {
      cwd,
      env: env(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const url = line.slice(line.indexOf("http"));
    const response = await fetch(path === "" ? url : new URL(path, url), { method: "POST", headers, body });
    child.kill("SIGTERM");
    await once(child, "close");
    return response;
  }

  return {
    env,
    command,
    run,
    /** The result of a command with --json. */
    async json(...argv) {
      return JSON.parse(await run([...argv, "--json"]));
    },
    /** Makes one HTTP request with a key. */
    async ping(token) {
      const headers = {
        Authorization: `Bearer ${token}`,
        Accept: "application/json, text/event-stream",
        "Content-Type": "application/json",
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
      const { status } = await post("", headers, body);
      if (status === 401) throw new Error("The key did not open the server.");
    },
    /** Sends what a forge reports. */
    async deliver(path, headers, body) {
      const { status } = await post(path, headers, body);
      if (status >= 300) throw new Error(`The server answered ${path} with ${status}.`);
    },
    /** Runs an agent session, and waits until its background work is finished. */
    async agent(work, options = {}) {
      const session = await openSession([...command, "mcp", "serve"], { cwd, env: env(), ...options });
      try {
        return await work(session);
      } finally {
        await session.close();
      }
    },
  };
}
