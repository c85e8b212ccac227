import { join } from "node:path";
import { recordedVariables } from "./recorded-variables.mjs";
import { createScrubber } from "./scrub.mjs";

/** What is kept of a recorded session: the text of each file by its path. */
export function hookFixtures(recording, recorded, root) {
  const scrub = createScrubber({ ...recorded, root });
  const texts = [...fixturesOf(recording, recorded)].map(([file, content]) => [
    `${file}.json`,
    scrub(`${JSON.stringify(content, undefined, 2)}\n`),
  ]);
  return new Map(texts);
}

/** The first call of each event and variant, and what surrounded hooks and server. */
function fixturesOf(recording, { calls, server, environment }) {
  const files = new Map();
  const hooks = {};
  for (const { event, stdin, cwd, variables } of calls) {
    const sent = JSON.parse(stdin);
    const variant = recording.variant(sent, event);
    const file = join(recording.folder?.(event) ?? "", variant ? `${event}-${variant}` : event);
    if (!files.has(file)) files.set(file, sent);
    const around = JSON.stringify({ cwd, ...changed(variables, environment) });
    if (!(event in hooks)) hooks[event] = around;
  }
  const started = server.find((entry) => entry.started)?.started;
  const received = server.flatMap((entry) => entry.received ?? []);
  const paramsOf = (wanted) => received.find(({ method }) => method === wanted)?.params;
  files.set("surroundings", {
    hooks: grouped(hooks),
    server: started && { cwd: started.cwd, ...changed(started.variables, environment) },
    initialize: paramsOf("initialize"),
    roots: received.find(({ id, result }) => id === "roots" && result)?.result,
    call: paramsOf("tools/call"),
  });
  return files;
}

/** Events whose hooks run in the same surroundings, together. */
function grouped(hooks) {
  const groups = new Map();
  for (const [event, around] of Object.entries(hooks))
    groups.set(around, [...(groups.get(around) ?? []), event]);
  return [...groups].map(([around, events]) => ({ events, ...JSON.parse(around) }));
}

/** What the client added to the environment it got, and what it took away. */
function changed(variables, environment) {
  const given = recordedVariables(environment);
  const own = Object.entries(variables).filter(([name, value]) => given[name] !== value && name !== "PATH");
  const missing = Object.keys(environment).filter((name) => !(name in variables));
  return { variables: Object.fromEntries(own), missing };
}
