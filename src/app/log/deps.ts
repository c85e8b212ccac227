import type { LogStore } from "../../domain/log/log-store.ts";
import type { PeopleStore } from "../../domain/log/people-store.ts";
import type { CoreDeps } from "../shared/core-deps.ts";

export interface LogDeps extends CoreDeps {
  readonly store: LogStore & PeopleStore;
}
