import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hookFixtures } from "../test/clients/hook-fixtures.mjs";
import { recordSession } from "../test/clients/record-session.mjs";
import { RECORDINGS } from "../test/clients/recordings/index.mjs";
import { programOf } from "../test/clients/run-session.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isMain, root } from "./run.mjs";

/** Written by probe-hook-outputs.mjs. */
const OF_THE_OTHER_SCRIPT = "outputs.json";

/**
 * Runs the real clients and writes down what their hooks are sent: test/fixtures/hook-events. With `--check` it says instead
 * what has changed since. Takes names of clients. Resolves to the exit code.
 */
async function recordHookEvents({ names, check }) {
  const wanted = RECORDINGS.filter(({ client }) => names.length === 0 || names.includes(client.name));
  let differences = 0;
  for (const recording of wanted) {
    if (!(await programOf(recording.client))) continue;
    const { name } = recording.client;
    const directory = join(root, "test", "fixtures", "hook-events", name);
    const recorded = await recordSession(recording);
    const files = hookFixtures(recording, recorded, root);
    const { exits, stepsTaken, refused, problems } = recorded;
    console.log(`${name}: ${files.size} files`, { exits, stepsTaken, refused, problems });
    if (!check) await replaceFiles(directory, files);
    else
      for (const file of await changedFiles(directory, files)) {
        console.error(`${name}: ${file} is not what was recorded before.`);
        differences += 1;
      }
  }
  return differences > 0 ? 1 : 0;
}

async function replaceFiles(directory, files) {
  for (const file of await keptFiles(directory)) await rm(join(directory, file));
  for (const [file, text] of files) {
    const path = join(directory, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function changedFiles(directory, files) {
  const kept = await keptFiles(directory);
  const all = [...new Set([...kept, ...files.keys()])];
  const same = await Promise.all(
    all.map(
      async (file) =>
        kept.includes(file) && (await readFile(join(directory, file), "utf8")) === files.get(file),
    ),
  );
  return all.filter((_file, index) => !same[index]);
}

async function keptFiles(directory) {
  await mkdir(directory, { recursive: true });
  const files = await readdir(directory, { recursive: true });
  return files.filter((file) => file.endsWith(".json") && file !== OF_THE_OTHER_SCRIPT);
}

if (isMain(import.meta)) {
  await ensureInstalled();
  const words = process.argv.slice(2);
  const names = words.filter((word) => word !== "--check");
  process.exitCode = await recordHookEvents({ names, check: words.includes("--check") });
}
