import type { Scope } from "../shared/scope.ts";
import type { Dependence } from "./check-again.ts";

export interface DependenceStore {
  /**
   * What these decisions depend on, over however many others, by links in force that are not auto links. It stops at 5,000
   * decisions, the nearest first.
   */
  dependencesOf(scope: Scope, decisionIds: readonly string[]): Promise<readonly Dependence[]>;
}
