import { connect } from "../../src/store/file/connection.ts";
import { openCopier } from "../../src/store/file/file-copies.ts";

/** Makes copies of the memory until it is killed: `copier-process.ts FILE`. */
const [path] = process.argv.slice(2) as [string];
const connection = await connect(path);
const copier = await openCopier(connection);
process.stdout.write("copying\n");
for (;;) await connection.write(copier.copy);
