import { connect } from "../../src/adapters/sqlite/shared/connection.ts";
import { openCopier } from "../../src/adapters/sqlite/shared/file-copies.ts";

/** Makes copies of the memory until it is killed: `copier-process.ts FILE`. */
const [path] = process.argv.slice(2) as [string];
const connection = await connect(path);
const copier = await openCopier(connection);
process.stdout.write("copying\n");
for (;;) await connection.write(copier.copy);
