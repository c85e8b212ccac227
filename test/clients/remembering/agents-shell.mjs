import assert from "node:assert/strict";

const ENDED = /ended with (\d+)/;
/** The exit code of what a caller may not do. */
const FORBIDDEN = 5;

/**
 * What an agent does in its shell is its own doing: it records, and it neither accepts what waits for the person nor erases
 * what was decided. What it does is looked at afterwards, not what it is told.
 */
export async function checkAgentsShell(way, { session, memory, membria, program }, { decision, candidate }) {
  // By its path: a shell that somebody logs in to has a path of its own.
  const membriaHere = `${process.execPath} ${program}`;
  const refused = [
    [`review --accept ${candidate}`, "Only a person decides"],
    [`forget ${decision} --yes`, "Only a person erases"],
    [`forget ${candidate} --yes`, "Only a person erases"],
  ];
  const recorded = ['decide "Write letters in Markdown" --confidence 0.7', `outcome ${decision} partial`];
  const commands = [...refused.map(([command]) => command), ...recorded];
  const { requests } = await session({
    prompts: ["Look after what is kept."],
    model: [
      ...commands.map((command) =>
        way.shell(`${membriaHere} ${command} --home ${memory} 2>&1; echo "ended with $?"`),
      ),
      { say: "Done." },
    ],
  });
  const results = requests
    .findLast(({ step }) => step !== undefined)
    .messages.map(({ text }) => text)
    .filter((text) => text.includes("[result") && ENDED.test(text));
  assert.equal(results.length, commands.length, `The shell answered: ${results.join("\n")}`);
  for (const [index, [command, why]] of refused.entries()) {
    assert.equal(Number(ENDED.exec(results[index])[1]), FORBIDDEN, `${command}: ${results[index]}`);
    assert(results[index].includes(why), results[index]);
  }
  for (const result of results.slice(refused.length)) assert.equal(ENDED.exec(result)[1], "0", result);

  const { decisions } = await membria("list", "--json");
  const written = decisions.find(({ statement }) => statement === "Write letters in Markdown");
  assert.deepEqual([written?.author, written?.created_by], ["agent", way.shellName]);
  const log = await membria("audit", "--decision", decision);
  assert.match(log, new RegExp(`outcome\\.recorded .* agent "${way.shellName}"`));
  const waiting = await membria("review", "--json");
  assert(waiting.decisions.some(({ candidate_id: id }) => id === candidate));
}
