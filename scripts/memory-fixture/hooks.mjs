const SESSION = "00000000-0000-4000-8000-000000000034";
const QUIET = "00000000-0000-4000-8000-000000000035";

/**
 * A session of an agent that reports what happens: it is told what holds, touches a file, and seems to decide something
 * three times. A person says yes to one of these, no to another, and the third waits, with a draft of where it stands.
 */
export async function tellHooks(at, { cwd }) {
  const shop = at("2026-10-26T09:00:00Z", "corner-shop");
  const report = (event, fields = {}, session_id = SESSION) =>
    shop.run(["hook", event, "--client", "claude-code"], JSON.stringify({ session_id, cwd, ...fields }));
  await report("session-start", { source: "startup" });
  await report("prompt", { prompt: "How long do we keep the baskets of guests in the browser?" });
  const file = {
    tool_name: "Edit",
    tool_input: { file_path: `${cwd}/src/basket.ts`, old_string: "string", new_string: "number" },
  };
  await report("pre-edit", file);
  await report("post-tool", file);
  for (const choice of [
    "I chose brown paper bags over plastic bags because they rot",
    "I chose a chalk board over a printed price list because prices change every morning",
    "I chose steel baskets over wire baskets because they last for years",
  ]) {
    await report("prompt", { prompt: "And now?" });
    await report("stop", { last_assistant_message: `${choice}.\n\n${"The tests of it pass. ".repeat(12)}` });
  }
  await report("session-start", { source: "startup" }, QUIET);
  const { decisions } = await shop.json("review");
  await shop.run(["review", "--accept", decisions[0].candidate_id]);
  await shop.run(["review", "--reject", decisions[1].candidate_id]);
}
