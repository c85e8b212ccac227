import { describe } from "vitest";
import { changing } from "../decisions/sql/changing.ts";
import { editing } from "../decisions/sql/editing.ts";
import { joining } from "../decisions/sql/joining.ts";
import { keeping } from "../decisions/sql/keeping.ts";
import { listing } from "../decisions/sql/listing.ts";
import { matching } from "../recall/sql/matching.ts";
import { modelling } from "../recall/sql/modelling.ts";
import { auditing } from "../store/log/auditing.ts";
import { following } from "../store/log/following.ts";
import { readingTheLog } from "../store/log/reading-the-log.ts";
import { openedForEach } from "./opened-for-each.ts";
import type { OpenStore } from "./opened-store.ts";

/** What every store promises. A new store is done when this passes on a real one. */
export function describeDecisionStore(name: string, open: OpenStore): void {
  describe(name, () => {
    const current = openedForEach(open);
    describe("keeps decisions", () => keeping(current));
    describe("lists decisions", () => listing(current));
    describe("changes and erases decisions", () => changing(current));
    describe("joins decisions with where they came from", () => joining(current));
    describe("lets decisions be corrected", () => editing(current));
    describe("has one audit entry per write", () => auditing(current));
    describe("tells followers what was written", () => following(current));
    describe("lets people read the log", () => readingTheLog(current));
    describe("finds decisions by their words", () => matching(current));
  });
  describe(`${name}, against a plain map`, () => modelling(open));
}
