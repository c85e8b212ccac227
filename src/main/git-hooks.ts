import { wholeFiles } from "../adapters/files/whole-files.ts";
import { findWorkTree } from "../adapters/git/project.ts";
import { repositoryHooks } from "../adapters/git/repository-hooks.ts";
import type { RepositoryHooks } from "../domain/repository/repository-hooks.ts";

/** Of the folder in which the command was typed. */
export const gitHooks = (): RepositoryHooks =>
  repositoryHooks(() => findWorkTree({ cwd: process.cwd() }), wholeFiles);
