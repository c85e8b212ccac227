/** Decisions in every standing and progress, with all their fields and outcomes. */
export async function tellDecisions(at) {
  const shop = at("2025-08-01T09:00:00Z", "corner-shop", { MEMBRIA_EMBEDDING: "local" });
  const basket = await rich(shop);
  await replaced(at("2025-08-02T09:00:00Z", "corner-shop"));
  await progress(at("2025-08-03T09:00:00Z", "corner-shop"));
  await outcomes(at("2025-08-20T09:00:00Z", "corner-shop"), basket);
  return basket;
}

/** These are embedded, and near enough in meaning for a link to be suggested. */
async function rich(program) {
  const { decision_id: baskets } = await program.json(
    ...["decide", "Keep the baskets of guests in the browser for a week"],
    ...[
      "--confidence",
      "0.8",
      "--reasoning",
      "Guests come back within days and expect to find what they chose",
    ],
    ...[
      "--alternative",
      "Keep baskets on the server",
      "--alternative",
      "Forget baskets when the page closes",
    ],
    ...["--assumption", "A basket is small", "--risk", "A shared computer shows it", "--risk-level", "high"],
    ...["--domain", "frontend", "--topic", "guest_basket", "--due-days", "14", "--file", "src/basket.ts"],
  );
  const session = await program.agent(async ({ call }) => {
    const { decision_id } = await call("membria_capture_decision", {
      statement: "Keep the baskets of guests in the browser for a month",
      alternatives: ["A week", "A day"],
      confidence: 0.7,
      assumptions: ["Prices are read again at the checkout"],
      risk_level: "medium",
      due_days: 20,
      context: {
        module: "frontend",
        session_id: "autumn-basket",
        file_path: "src/basket.ts",
        reasoning: "Some come back after payday only",
      },
      source: "Is a week enough? No, some come back after payday only. A month, then.",
      questions: ["How long does a guest find the basket again?"],
    });
    await call("membria_update_decision", {
      decision_id,
      status: "executed",
      confidence_update: 0.6,
      notes: "Behind a switch until the holidays are over",
      linked_pr: "https://git.example.com/shop/pulls/12",
      linked_commit: "4f2c9d1",
      assumption: { which: "1", state: "doubtful", because: "One price came from the browser" },
    });
    await call("membria_update_decision", {
      decision_id,
      confidence_update: 0.65,
      notes: "The switch is gone",
      statement: "Keep the baskets of guests in the browser for five weeks",
    });
    await call("memory_save_decision", {
      topic: "basket_sync",
      decision: "Merge the basket of a guest into the one of the account at sign-in",
      reasoning: "Nothing that was chosen gets lost",
      confidence: 0.75,
      evidence: ["src/basket.ts", "https://git.example.com/shop/pulls/13", "Asked for at the counter"],
      alternatives: ["Ask which basket to keep"],
      risks: ["Amounts double"],
      links: [
        {
          to_id: decision_id,
          relationship: "refines",
          reason: "It says what happens to the same basket later",
        },
        {
          to_id: decision_id,
          relationship: "depends_on",
          reason: "There has to be a basket to merge",
        },
      ],
    });
    return decision_id;
  });
  for (const hours of ["at night", "all night"]) {
    await program.run(["decide", `Keep the window of the shop lit ${hours}`, "--confidence", "0.6"]);
  }
  await program.run(["embed"]);
  await program.run(["links", "suggest"]);
  const { links } = await program.json("links");
  const suggested = links.find(({ reason }) => reason.includes("window"));
  await program.run(["links", "reject", suggested.link_id, "--reason", "They say the same"]);
  return { baskets, session };
}

/** A chain of four on one topic, another by id, and one that is erased again. */
async function replaced(program) {
  await program.agent(async ({ call }) => {
    const save = (decision, more) =>
      call("save_decision", {
        topic: "delivery_price",
        decision,
        reasoning: "Drivers are paid by the trip",
        ...more,
      });
    await save("Deliver for free", { type: "assistant_insight", confidence: 0.4 });
    await save("Deliver for three euros", { outcome: "partial" });
    const { data } = await call("memory_save_decision", {
      topic: "delivery_price",
      decision: "Deliver for three euros, and for free above thirty",
      reasoning: "Larger baskets pay for the trip",
    });
    await call("memory_evolve_supersede", {
      old_decision_id: data.decision_id,
      decision: "Deliver for four euros, and for free above forty",
      reasoning: "Fuel became dearer",
      confidence: 0.8,
    });
    const first = await call("record_decision", {
      title: "Answer mails once a day",
      target: "customer_mail",
      rationale: "Few mails come in, and nobody waits for an answer at night",
      consequences: ["Urgent mails wait", "The counter is free in the morning"],
    });
    await call("supersede_decision", {
      title: "Answer mails twice a day",
      target: "customer_mail",
      rationale: "In the holidays many more mails come in",
      old_decision_ids: [first.decision_id],
      consequences: ["Somebody reads them at noon"],
      confidence: 0.7,
      alternatives: ["Answer each mail at once"],
    });
  });
  const { decision_id: gone } = await program.json(
    "decide",
    "Put a wrong thing into the memory",
    "--confidence",
    "0.5",
  );
  await program.run(["forget", gone, "--yes"]);
}

/** The progress of each; the others are pending. */
async function progress(program) {
  const painted = { counter: "executed", window: "completed", shelf: "failed", sign: "reworked" };
  await program.agent(
    async ({ call }) => {
      for (const [thing, status] of Object.entries(painted)) {
        const { decision_id } = await call("membria_capture_decision", {
          statement: `Paint the ${thing} green before spring`,
          alternatives: ["Leave it as it is"],
          confidence: 0.6,
        });
        await call("membria_update_decision", { decision_id, status });
      }
    },
    { client: "painting-agent" },
  );
}

/**
 * Signals of every type, an outcome with all that can be reported, and one that takes the place of another. With the first
 * one reflection drafts a proposal, and with the second it lets that go.
 */
async function outcomes(program, { baskets, session }) {
  for (const type of ["pr_created", "pr_merged", "ci_passed", "ci_failed", "incident", "performance"]) {
    await program.run([
      "signal",
      baskets,
      type,
      "--description",
      `Seen in the shop: ${type}`,
      "--metric",
      "orders=12",
    ]);
  }
  await program.agent(({ call }) =>
    call("membria_record_signal", {
      decision_id: session,
      signal_type: "performance",
      valence: "neutral",
      description: "The page is as fast as before",
      metrics: { load_ms: 420 },
    }),
  );
  await program.run([
    "outcome",
    baskets,
    "failure",
    "--score",
    "0.2",
    "--lesson",
    "A shared computer showed it",
  ]);
  await program.run([
    ...[
      "outcome",
      baskets,
      "success",
      "--score",
      "0.9",
      "--lesson",
      "Ask before keeping it",
      "--ci",
      "passed",
    ],
    ...["--incident", "none", "--reliability", "0.95", "--metric", "returning=31", "--domain", "frontend"],
  ]);
  await program.agent(({ call }) =>
    call("membria_record_outcome", {
      decision_id: session,
      final_status: "partial",
      final_score: 0.6,
      signals: {
        ci_passed: true,
        incident_found: false,
        performance_metrics: { load_ms: 430 },
        reliability_score: 0.9,
      },
      lessons_learned: ["A month is longer than anybody needs"],
      decision_domain: "backend",
    }),
  );
}
