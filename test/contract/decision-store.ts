import { afterEach, beforeEach, describe } from "vitest";
import { auditing } from "./auditing.ts";
import { changing } from "./changing.ts";
import { following } from "./following.ts";
import { keeping } from "./keeping.ts";
import { listing } from "./listing.ts";
import { matching } from "./matching.ts";
import { modelling } from "./modelling.ts";
import type { OpenedStore, OpenStore } from "./opened-store.ts";

/** What every store promises. A new store is done when this passes on a real one. */
export function describeDecisionStore(name: string, open: OpenStore): void {
  describe(name, () => {
    let opened: OpenedStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());
    const current = (): OpenedStore => opened;

    describe("keeps decisions", () => keeping(current));
    describe("lists decisions", () => listing(current));
    describe("changes and erases decisions", () => changing(current));
    describe("has one audit entry per write", () => auditing(current));
    describe("tells followers what was written", () => following(current));
    describe("finds decisions by their words", () => matching(current));
  });
  describe(`${name}, against a plain map`, () => modelling(open));
}
