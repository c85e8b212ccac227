import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import type { MemoryMark } from "../rules/team-secrets.ts";

const MACHINE_ID = "/etc/machine-id";

/**
 * The machine, where it has an id, and the file itself, by its number in the file system: a copy has another one, and a
 * file that was moved, or is seen from inside a container, has the same. The name of the host is not part of it, since
 * it changes with the network and with every start of a container. What escapes it is noticed by the log, which refuses
 * a second change with the same number.
 */
export const memoryMark = (file: string): MemoryMark => ({
  machine: hostname().split(".")[0] || "unnamed",
  async of() {
    const machine = await readFile(MACHINE_ID, "utf8").catch(() => "");
    const { ino } = await stat(file, { bigint: true });
    return createHash("sha256").update(`${machine.trim()}\n${ino}`).digest("hex").slice(0, 32);
  },
});
