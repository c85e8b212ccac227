import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A repository that is bound to the name in its file: to a new one by its first write, to another one by trust. */
export async function tellBindings(at, { cwd }) {
  const file = join(cwd, ".membria.json");
  const named = (project) => {
    writeFileSync(file, JSON.stringify({ project }));
    return at("2026-10-25T09:00:00Z");
  };
  await named("kiosk").run(["decide", "Sell ice from a window", "--confidence", "0.6"]);
  await named("corner-shop").run(["trust", "--yes"]);
  rmSync(file);
}
