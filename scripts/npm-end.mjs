const LOOK_EVERY_MS = 200;

/**
 * Calls back when the npm that runs this script has ended. npm passes a signal on to the shell it started the script
 * with, and many shells end without telling the script, which would then go on alone. Without npm nobody is watched: a
 * server that was started by itself stays when its shell is closed.
 */
export function onNpmEnd(callback) {
  if (process.env.npm_lifecycle_event !== "start") return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    callback();
  }, LOOK_EVERY_MS);
  looking.unref();
}
