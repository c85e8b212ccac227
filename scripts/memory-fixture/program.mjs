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
      const [node, ...args] = command;
      const child = spawn(node, [...args, "mcp", "start", "--port", "0"], {
        cwd,
        env: env(),
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(createInterface({ input: child.stdout }), "line");
      const { status } = await fetch(line.slice(line.indexOf("http")), {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: "application/json, text/event-stream",
          "Content-Type": "application/json",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      });
      child.kill("SIGTERM");
      await once(child, "close");
      if (status === 401) throw new Error("The key did not open the server.");
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
