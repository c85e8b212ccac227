import { expect, it } from "vitest";
import { noTeams } from "../../../src/team/operations/team-sync.ts";
import { whenJoined } from "../../../src/team/operations/when-joined.ts";
import { setClock } from "../../support/clock.ts";
import { eventually } from "../../support/eventually.ts";
import { listening } from "../../support/listening.ts";
import { manualTimers } from "../../support/manual-timers.ts";
import { openMemory } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";
import { machineWith } from "../../support/team-replicas.ts";

async function opened() {
  const memory = await openMemory();
  const timers = manualTimers(setClock());
  const seen = { looks: 0, loads: 0, starts: 0 };
  const team = whenJoined({
    memory: listening(memory, (statement) => {
      if (statement.startsWith("SELECT * FROM teams")) seen.looks += 1;
    }),
    log: silentLog,
    timers,
    load: async () => {
      seen.loads += 1;
      return {
        ...noTeams,
        look: async () => {},
        start: () => {
          seen.starts += 1;
        },
        afterWrite: async () => ({ as: "waiting", by: "this" }),
      };
    },
  });
  return { team, seen, timers, share: () => machineWith(memory, "a") };
}

const WRITE = { project: "shop", records: ["dec_1"] };

it("loads nothing while no project is shared, and looks once", async () => {
  const { team, seen } = await opened();
  team.start();
  expect(await team.afterWrite(WRITE)).toEqual({ as: "local" });
  expect(await team.afterWrite(WRITE)).toEqual({ as: "local" });
  expect(await team.contact("shop")).toBeUndefined();
  expect(seen).toEqual({ looks: 1, loads: 0, starts: 0 });
  await team.stop();
});

it("takes up a project that is shared while the server runs", async () => {
  const { team, seen, timers, share } = await opened();
  team.start();
  await team.contact("shop");
  await share();
  expect(timers.nextMs()).toBe(15_000);
  timers.next();
  await eventually(() => expect(seen).toEqual({ looks: 2, loads: 1, starts: 1 }));
  expect(await team.afterWrite(WRITE)).toEqual({ as: "waiting", by: "this" });
  await eventually(() => expect(timers.nextMs()).toBeUndefined());
});

it("looks again for whoever knows that a project is shared", async () => {
  const { team, seen, share } = await opened();
  await team.afterWrite(WRITE);
  await share();
  await expect(team.syncNow("shop")).rejects.toMatchObject({ reason: "not_shared" });
  expect(seen).toEqual({ looks: 2, loads: 1, starts: 0 });
});
