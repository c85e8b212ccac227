import { findWorkTree } from "../../portability/index.ts";
import { type RepositoryHooks, repositoryHooks } from "../../repository/index.ts";
import { wholeFiles } from "../../shared/files/whole-files.ts";
import { usersGit } from "./users-git.ts";

/** Of the folder in which the command was typed. */
export const gitHooks = (): RepositoryHooks =>
  repositoryHooks(() => findWorkTree({ cwd: process.cwd(), git: usersGit }), wholeFiles);
