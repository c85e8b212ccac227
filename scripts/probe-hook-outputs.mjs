import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OUTPUT_SHAPES } from "../test/clients/output-shapes.mjs";
import { recordSession } from "../test/clients/record-session.mjs";
import { RECORDINGS } from "../test/clients/recordings/index.mjs";
import { programOf } from "../test/clients/run-session.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { isMain, root } from "./run.mjs";

/** Tries what of a hook's output reaches the model, and as what: test/fixtures/hook-events/<client>/outputs.json. */
async function probeHookOutputs(names) {
  const wanted = RECORDINGS.filter(({ client }) => names.length === 0 || names.includes(client.name));
  for (const recording of wanted) {
    if (!(await programOf(recording.client))) continue;
    const found = {};
    for (const [shape, print] of Object.entries(recording.shapes ?? OUTPUT_SHAPES)) {
      const markOf = (event) => `MARK-OF-${event}`;
      const events = recording.probed;
      const outputs = Object.fromEntries(events.map((event) => [event, print(markOf(event), event)]));
      const first = { ...recording, prompts: recording.prompts.slice(0, 1) };
      const session = await recordSession(first, { outputs });
      found[shape] = Object.fromEntries(
        events.map((event) => [event, seen(session.requests, markOf(event)) ?? "nowhere"]),
      );
      const { stepsTaken, exits, problems } = session;
      console.log(shape, JSON.stringify(found[shape], undefined, 1), { stepsTaken, exits, problems });
    }
    const file = join(root, "test", "fixtures", "hook-events", recording.client.name, "outputs.json");
    await writeFile(file, `${JSON.stringify(found, undefined, 2)}\n`);
  }
}

/** Where the mark is first seen, by which role and in which line. */
function seen(requests, mark) {
  const places = requests.map(({ system, developer, messages }) => [
    ...messages,
    { role: "system prompt", text: system },
    { role: "developer prompt", text: developer },
  ]);
  for (const parts of places) {
    const part = parts.find(({ text }) => text.includes(mark));
    if (!part) continue;
    const line = part.text.split("\n").find((each) => each.includes(mark));
    return { role: part.role, line: line.slice(0, 300) };
  }
  return undefined;
}

if (isMain(import.meta)) {
  await ensureInstalled();
  await probeHookOutputs(process.argv.slice(2));
}
