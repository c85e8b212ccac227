import { join } from "node:path";
import { startGraphServer } from "./graph-server.mjs";

const PROJECT = "stall";

/** A project that is shared with another machine. A draft is held back until somebody accepts it. */
export async function tellTeam(at, { folder, elsewhere }) {
  const server = await startGraphServer(join(folder, "graph"));
  try {
    const settings = { MEMBRIA_GRAPH_URL: server.url };
    const here = at("2026-10-31T09:00:00Z", PROJECT, settings);
    const there = elsewhere("2026-10-31T09:00:00Z", PROJECT, settings);
    await here.run(["decide", "Sell soup from a kettle", "--topic", "soup", "--confidence", "0.7"]);
    await here.run(["team", "create", "--from", "all"]);
    const { invitation, fingerprint } = await here.json("team", "invite");
    const joining = ["team", "join", "--invite", "-", "--from", "all", "--fingerprint", fingerprint];
    await there.run(joining, invitation);
    await there.run(["decide", "Bake the bread for the soup ourselves", "--confidence", "0.6"]);
    await there.run(["team", "sync"]);
    await here.run(["team", "sync"]);
    await here.agent(({ call }) =>
      call("memory_save_decision", {
        topic: "soup",
        decision: "Sell stew instead",
        reasoning: "It is winter",
      }),
    );
    await here.run(["team", "sync"]);
  } finally {
    await server.stop();
  }
}
