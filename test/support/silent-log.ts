import type { Log } from "../../src/domain/ports.ts";

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => silentLog };
