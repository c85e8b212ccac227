/** Reading the repository, loaded with the first command that shows what it says. */
export { quietSync } from "../app/repository/quiet-sync.ts";
export { repositorySays } from "../app/repository/repository-says.ts";
