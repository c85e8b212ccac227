import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { clientSettings, httpClientSettings } from "./client-settings.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { onNpmEnd } from "./npm-end.mjs";
import { bold, cyan, dim, green, red } from "./terminal.mjs";

const HIDDEN = "YOUR_KEY";
const given = process.argv.slice(2);
/** The flags that select the memory: the key has to be created in the same one. */
const { values: memory } = parseArgs({
  args: given,
  options: { home: { type: "string" }, "db-path": { type: "string" } },
  strict: false,
});

let server;
const stop = () => (server ? server.kill("SIGTERM") : process.exit(1));
onNpmEnd(stop);

await ensureInstalled();
// Imported here, because it needs the packages that were just installed.
const { build } = await import("./build.mjs");
const { main } = await build();

if (given.includes("--help") || given.includes("-h")) {
  console.log("npm start installs, builds and runs this command with the flags after --:\n");
  const help = spawn(process.execPath, [main, "mcp", "start", "--help"], { stdio: "inherit" });
  const [status] = await once(help, "close");
  process.exit(status ?? 1);
}

server = spawn(process.execPath, [main, "mcp", "start", ...given], {
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(server, "close");
// Ctrl-C also reaches the server; this process waits until the requests in flight are finished.
process.on("SIGINT", () => {});
process.on("SIGTERM", stop);

const url = await Promise.race([addressOf(server), ended.then(() => undefined)]);
if (url) {
  const key = await firstKey();
  console.log(`\n${green("✓")} ${bold("Membria listens on")} ${bold(cyan(url))}\n`);
  if (key) console.log(`${bold("The first key, shown this once:")} ${key}\n`);
  else console.log(dim(`There are keys already. Another one: node ${main} keys create --name NAME\n`));
  console.log("Paste one of these to give your agent a memory:\n");
  for (const { client, where, text } of settingsFor(url, key ?? HIDDEN)) {
    console.log(`${bold(cyan(client))} ${dim(`· ${where}`)}\n${text.replace(/^/gm, "  ")}\n`);
  }
  console.log(
    dim(
      "The key is for every project. A client that says which folder it works in uses the project of that folder, another one the project default; what each uses is said below. To name a project: the header Membria-Project: NAME, or a key of its own with keys create --project NAME.",
    ),
  );
  const page = await openPage();
  if (page)
    console.log(
      `\n${bold(page.opened ? "The page is open in your browser:" : "The page:")} ${cyan(page.link)}\n${dim("The link works once and for two minutes. Another one: membria open")}`,
    );
  console.log(dim("Ctrl-C stops it."));
}

const [code] = await ended;
if (code !== 0) console.error(`${red("✗")} The server ended with exit code ${code}; the reason is above.`);
process.exitCode = code ?? 1;

/** The server prints its address when it is listening. */
async function addressOf({ stdout }) {
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /https?:\S+/.exec(line) ?? [];
    if (address) return address;
  }
  return undefined;
}

/** Created if there is no valid key, so that the first start is enough to connect a client. */
async function firstKey() {
  const { keys } = await membria(["keys", "list"]);
  if (keys.some(({ standing }) => standing === "active")) return undefined;
  return (await membria(["keys", "create", "--name", "npm start"])).key;
}

/** A link that signs the person in. Nobody else gets one, and a server for others has none. */
async function openPage() {
  try {
    return await membria(["open", ...(process.stdout.isTTY ? [] : ["--no-browser"])], "ignore");
  } catch {
    return undefined;
  }
}

async function membria(args, errors = "inherit") {
  const child = spawn(
    process.execPath,
    [main, ...args, ...Object.entries(memory).flatMap(sameMemory), "--json"],
    { stdio: ["ignore", "pipe", errors] },
  );
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`membria ${args.join(" ")} ended with exit code ${status}.`);
  return JSON.parse(out);
}

function sameMemory([flag, value]) {
  return flag === "home" || flag === "db-path" ? [`--${flag}`, String(value)] : [];
}

/** Claude Desktop supports only a command, and starts its own server on the same memory. */
function settingsFor(address, key) {
  const overStdio = clientSettings("node", [main, "mcp", "serve"]);
  return [
    ...httpClientSettings(address, key),
    ...overStdio.filter(({ client }) => client === "Claude Desktop"),
  ];
}
