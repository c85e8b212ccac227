import { afterEach, beforeEach } from "vitest";
import type { ChangeHeader, SharedChange } from "../../../src/team/rules/member-change.ts";
import type { OpenedStore, OpenStore } from "../../contract/opened-store.ts";
import { LogModel, type Machine, type MachineOptions, machineWith } from "../../support/team-replicas.ts";

/** Machines of one team, each with a memory of its own, and the log between them. */
export interface TestTeam {
  readonly log: LogModel;
  /** A memory that is not shared yet. */
  memory(): Promise<OpenedStore>;
  machine(name: string, options?: MachineOptions): Promise<Machine>;
}

/** A team of its own for each test of the block. */
export function teamForEach(open: OpenStore): () => TestTeam {
  let opened: OpenedStore[] = [];
  let team: TestTeam;
  beforeEach(() => {
    opened = [];
    const memory = async (): Promise<OpenedStore> => {
      const one = await open();
      opened.push(one);
      return one;
    };
    team = {
      log: new LogModel(),
      memory,
      machine: async (name, options) => machineWith((await memory()).memory, name, options),
    };
  });
  afterEach(async () => {
    for (const one of opened) await one.dispose();
  });
  return () => team;
}

export const headerOf = ({ header }: SharedChange): ChangeHeader => JSON.parse(header) as ChangeHeader;

/** What the team was told, in order. */
export const said = (log: LogModel): string[] =>
  log.entries.map(headerOf).map(({ action, subject }) => `${action} ${subject}`);

/** Everything that left a machine, as text. */
export const wire = (log: LogModel): string => JSON.stringify(log.entries);
