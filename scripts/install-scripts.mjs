/**
 * The packages that a user installs with Membria and that run a script while they are installed, with the command.
 * `node-gyp-build` looks for the binary that the package brings for this platform, and compiles one only if there is none.
 */
export const INSTALL_SCRIPTS = { "@photostructure/sqlite": "node-gyp-build" };

/** Scripts of npm that run when somebody installs a package. */
const AT_INSTALL = [
  "preinstall",
  "install",
  "postinstall",
  "prepublish",
  "preprepare",
  "prepare",
  "postprepare",
];

/** The names of the scripts in a package.json that would run at an installation. */
export const scriptsAtInstall = ({ scripts = {} }) => AT_INSTALL.filter((name) => name in scripts);

/** The packages of a lockfile that run a script, sorted by name. */
export function packagesWithScripts({ packages }, { dev }) {
  return Object.entries(packages)
    .filter(([path, entry]) => path !== "" && entry.hasInstallScript && (dev || !entry.dev))
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length))
    .sort((a, b) => a.localeCompare(b));
}
