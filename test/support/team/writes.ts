import { setTimeout as pause } from "node:timers/promises";
import type { Chance } from "./chance.ts";
import type { Machine } from "./programs.ts";
import { type Args, WatchedCalls } from "./watched-calls.ts";

/** What was written, told apart by where its words are kept. */
export type WriteKind = "decision" | "outcome" | "signal" | "note" | "link";

export interface Acknowledged {
  readonly kind: WriteKind;
  readonly by: string;
}

/** What the reply to a claim said. */
export interface ToldClaim {
  readonly subject: string;
  readonly decision: string;
  readonly machine: string;
  readonly notices: string;
}

/** Milliseconds between two calls of a machine. */
const REST = [10, 150] as const;
/** Decisions that something may still be said about. */
const MOST_SUBJECTS = 40;

/** Everything that machines say in a shared project, and what they were told about it. */
export class Writers {
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly claims: ToldClaim[] = [];
  readonly calls = new WatchedCalls();
  readonly #machines: readonly Machine[];
  readonly #chance: Chance;
  readonly #subjects: string[] = [];
  readonly #pairs: Args[] = [];
  #tokens = 0;

  constructor(machines: readonly Machine[], chance: Chance) {
    this.#machines = machines;
    this.#chance = chance;
  }

  /** All machines write, and now and then all of them want to replace the same decision. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#machines.map((machine) => this.#write(machine, signal)), this.#race(signal)]);
  }

  async #write(machine: Machine, signal: AbortSignal): Promise<void> {
    const kinds: readonly (readonly [number, (machine: Machine) => Promise<void>])[] = [
      [30, (one) => this.#capture(one)],
      [14, (one) => this.#outcome(one)],
      [14, (one) => this.#signal(one)],
      [14, (one) => this.#note(one)],
      [8, (one) => this.#supersede(one, this.#subject())],
      [8, (one) => this.#link(one)],
      [4, (one) => this.#review(one)],
      [8, (one) => this.#read(one)],
    ];
    while (!signal.aborted) {
      const [, write] = this.#chance.weighted(kinds, ([weight]) => weight);
      await write(machine);
      await rest(this.#chance.between(...REST), signal);
    }
  }

  async #race(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await rest(this.#chance.between(300, 1_500), signal);
      const subject = this.#subject();
      await Promise.all(this.#machines.map((machine) => this.#supersede(machine, subject)));
      if (subject !== undefined) this.#subjects.splice(this.#subjects.indexOf(subject), 1);
    }
  }

  #subject(): string | undefined {
    return this.#subjects.length === 0 ? undefined : this.#chance.pick(this.#subjects);
  }

  #token(): string {
    this.#tokens += 1;
    return `token${String(this.#tokens).padStart(6, "0")}`;
  }

  async #capture(machine: Machine): Promise<void> {
    const token = this.#token();
    const reply = await this.calls.make(machine, "membria_capture_decision", {
      statement: `Cache the orders of ${token}`,
      alternatives: ["Something else"],
      confidence: this.#chance.between(1, 9) / 10,
    });
    const id = reply?.["decision_id"];
    if (typeof id !== "string") return;
    this.acknowledged.set(token, { kind: "decision", by: machine.name });
    this.#subjects.push(id);
    if (this.#subjects.length > MOST_SUBJECTS) this.#subjects.shift();
  }

  async #outcome(machine: Machine): Promise<void> {
    const score = this.#chance.pick([0, 0.5, 1]);
    await this.#about(machine, "outcome", "membria_record_outcome", (decision_id, token) => ({
      decision_id,
      final_status: score === 0 ? "failure" : score === 1 ? "success" : "partial",
      final_score: score,
      lessons_learned: [`Learned from ${token}`],
    }));
  }

  #signal(machine: Machine): Promise<void> {
    return this.#about(machine, "signal", "membria_record_signal", (decision_id, token) => ({
      decision_id,
      signal_type: "ci_passed",
      valence: "positive",
      description: `All green in ${token}`,
    }));
  }

  #note(machine: Machine): Promise<void> {
    return this.#about(machine, "note", "membria_update_decision", (decision_id, token) => ({
      decision_id,
      notes: `Seen again in ${token}`,
    }));
  }

  async #about(
    machine: Machine,
    kind: WriteKind,
    tool: string,
    argsOf: (decision: string, token: string) => Args,
  ): Promise<void> {
    const subject = this.#subject();
    if (subject === undefined) return;
    const token = this.#token();
    const reply = await this.calls.make(machine, tool, argsOf(subject, token));
    if (reply) this.acknowledged.set(token, { kind, by: machine.name });
  }

  async #supersede(machine: Machine, subject: string | undefined): Promise<void> {
    if (subject === undefined) return;
    const token = this.#token();
    const reply = await this.calls.make(machine, "supersede_decision", {
      title: `Keep the orders of ${token}`,
      target: "orders",
      rationale: "The one before did not keep up with the load.",
      old_decision_ids: [subject],
    });
    if (!reply) return;
    this.acknowledged.set(token, { kind: "decision", by: machine.name });
    this.claims.push({
      subject,
      decision: String(reply["decision_id"]),
      machine: machine.name,
      notices: JSON.stringify(reply["notices"] ?? []),
    });
  }

  async #link(machine: Machine): Promise<void> {
    const [from_id, to_id] = [this.#subject(), this.#subject()];
    if (from_id === undefined || from_id === to_id) return;
    const token = this.#token();
    const pair = { from_id, to_id, relationship: "refines" };
    const reply = await this.calls.make(machine, "propose_link", { ...pair, reason: `Because of ${token}` });
    const data = reply?.["data"] as Args | undefined;
    if (!data || data["repeated"] === true) return;
    this.acknowledged.set(token, { kind: "link", by: machine.name });
    this.#pairs.push(pair);
  }

  async #review(machine: Machine): Promise<void> {
    if (this.#pairs.length === 0) return;
    const tool = this.#chance.pick(["approve_link", "reject_link"]);
    await this.calls.make(machine, tool, this.#chance.pick(this.#pairs.slice(-5)));
  }

  async #read(machine: Machine): Promise<void> {
    const [tool, args] = this.#chance.pick<readonly [string, Args]>([
      ["membria_get_decision_context", { statement: "Cache the orders of all shops" }],
      ["search_decisions", { query: "orders" }],
      ["list_decisions", {}],
      ["membria_get_all_calibrations", {}],
    ]);
    await this.calls.make(machine, tool, args);
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => {});
