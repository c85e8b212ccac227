import { DatabaseSync } from "@photostructure/sqlite";

/** Decisions that taught something, long ago and lately, and sessions that a new skill was shown to or kept from. */
export async function tellSkills(at) {
  // At the end the first was not confirmed for over a year, and the second for over half a year.
  await teach(at("2025-09-01T09:00:00Z", "corner-shop"), kites, "success");
  await teach(at("2026-03-01T09:00:00Z", "corner-shop"), flyers, "success");
  await teach(at("2026-07-01T09:00:00Z", "corner-shop"), crates, "success");
  await teach(at("2026-07-02T09:00:00Z", "corner-shop"), coupons, "failure");
  await teach(at("2026-07-03T09:00:00Z", "corner-shop"), awnings, "success");
  await onTrial(at("2026-07-04T09:00:00Z", "corner-shop", { MEMBRIA_SKILL_TRIALS: "true" }));
}

/** The skill that is retired by the end: no list has it. */
export function retiredSkillIn(path) {
  const db = new DatabaseSync(path, { readOnly: true });
  const { id } = db.prepare("SELECT id FROM skills WHERE stage = 'retired'").get();
  db.close();
  return id;
}

const sorts = ["red", "blue", "green", "yellow", "purple"];
const kites = sorts.slice(0, 3).map((sort) => `Hang ${sort} paper kites under the ceiling`);
const flyers = ["bread", "cheese", "honey"].map((food) => `Hand out flyers about ${food} at the tram stop`);
const awnings = sorts.map((sort) => `Wash the ${sort} awning with rain water`);
const coupons = sorts.slice(0, 3).map((sort) => `Mail ${sort} discount coupons to every household`);
const crates = [
  "apples",
  "pears",
  "plums",
  "cherries",
  "grapes",
  "figs",
  "lemons",
  "limes",
  "quinces",
  "melons",
]
  .concat(["peaches", "mangos", "berries", "dates", "kiwis"])
  .map((fruit) => `Stack crates of ${fruit} beside the scales`);

/** One session after the other: what is learned in the background of one is known in the next. */
async function teach(program, statements, status) {
  for (const statement of statements)
    await program.agent(async ({ call }) => {
      const { decision_id } = await call("membria_capture_decision", {
        statement,
        alternatives: ["Do nothing"],
        confidence: 0.7,
        context: { module: "backend" },
      });
      await call("membria_record_outcome", {
        decision_id,
        final_status: status,
        final_score: status === "success" ? 0.95 : 0.05,
        lessons_learned: [status === "success" ? "Do it early in the week" : "Nobody read them"],
      });
    });
}

/** Which half of the sessions sees it is random. */
async function onTrial(program) {
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
  await program.agent(async ({ call }) => {
    for (const session_id of days) {
      const statement = "Wash the white awning with rain water";
      await call("membria_get_decision_context", { statement, module: "backend", session_id });
    }
    for (const session_id of days.slice(0, 2)) {
      const { decision_id } = await call("membria_capture_decision", {
        statement: `Wash the ${session_id} awning with rain water`,
        alternatives: ["Use tap water"],
        confidence: 0.7,
        context: { module: "backend", session_id },
      });
      await call("membria_record_outcome", { decision_id, final_status: "success", final_score: 0.8 });
    }
  });
}
