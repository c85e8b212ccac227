/** Proposals of every kind: by reflection and by an agent. */
export async function tellProposals(at) {
  const failing = at("2026-08-01T09:00:00Z", "corner-shop");
  await keepsFailing(failing, "delivery_slots", ["on the hour", "every half hour", "in the evening"]);
  await refuted(failing, "receipt_paper", "Print receipts on recycled paper");
  const drafts = await failing.json("proposals");
  const about = (target) => drafts.proposals.find((proposal) => proposal.target === target).proposal_id;

  const reviewed = at("2026-08-02T09:00:00Z", "corner-shop");
  await reviewed.run(["proposals", "accept", about("delivery_slots")]);
  await reviewed.run(["proposals", "reject", about("receipt_paper")]);

  const later = at("2026-10-01T09:00:00Z", "corner-shop");
  await refuted(later, "parcel_shelf", "Keep parcels behind the counter");
  await contradiction(later);
  await replacements(later);
}

/** Each replaces the previous one, and fails, too. */
async function keepsFailing(program, topic, times) {
  await program.agent(async ({ call }) => {
    for (const time of times) {
      const { data } = await call("memory_save_decision", {
        topic,
        decision: `Deliver ${time}`,
        reasoning: "Customers asked for it",
      });
      const outcome = { outcome: "FAILED", failure_reason: "Nobody was at home" };
      await call("memory_evolve_outcome", { decision_id: data.decision_id, ...outcome });
    }
  });
}

async function refuted(program, topic, statement) {
  const { decision_id } = await program.json("decide", statement, "--topic", topic, "--confidence", "0.8");
  await program.run(["signal", decision_id, "incident", "--description", "A customer complained"]);
  await program.run(["signal", decision_id, "ci_failed", "--description", "The trial run went wrong"]);
  await program.run(["outcome", decision_id, "failure", "--score", "0.1"]);
}

/** A person approves that two decisions contradict each other. */
async function contradiction(program) {
  const decide = async (statement) =>
    (await program.json("decide", statement, "--topic", "shop_music", "--confidence", "0.6")).decision_id;
  const [loud, quiet] = [await decide("Play music at the door"), await decide("Keep the shop quiet")];
  const reason = ["--reason", "Music at the door is heard in the whole shop"];
  const { data } = await program.json("links", "propose", loud, "contradicts", quiet, ...reason);
  await program.run(["links", "approve", data.link_id]);
  await program.run(["reflect"]);
}

/** An agent saves on topics that a person has decided: one proposal is open, one accepted, one rejected, and one confirmed at once. */
async function replacements(program) {
  const topics = ["bread_price", "milk_price", "egg_price", "salt_price"];
  for (const topic of topics) {
    const statement = `Leave the ${topic.replace("_", " ")} as it is`;
    await program.run(["decide", statement, "--topic", topic, "--confidence", "0.6"]);
  }
  const save = (session, topic) =>
    session.call("memory_save_decision", {
      topic,
      decision: `Raise the ${topic.replace("_", " ")} by ten cents`,
      reasoning: "The supplier asks for more",
    });
  await program.agent(async (session) => {
    for (const topic of topics.slice(0, 3)) await save(session, topic);
  });
  await program.agent((session) => save(session, topics[3]), { agrees: true });
  const { proposals } = await program.json("proposals");
  const waiting = proposals.filter(({ kind }) => kind === "replacement");
  await program.run(["proposals", "accept", waiting[0].proposal_id]);
  await program.run(["proposals", "reject", waiting[1].proposal_id]);
}
