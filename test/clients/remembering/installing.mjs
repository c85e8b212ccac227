import assert from "node:assert/strict";
import { contents } from "./set-up.mjs";

/** Installs, takes it away again, and installs once more: nothing may be left of the first time. */
export async function installTwice({ name }, { membria }) {
  const { clients } = await membria("install", name, "--scope", "user", "--dry-run", "--json");
  const paths = clients[0].files.map(({ path }) => path);
  const before = await contents(paths);
  await membria("install", name, "--scope", "user", "--yes");
  const after = await contents(paths);
  for (const path of paths) assert.notEqual(after[path], before[path], `${path} was not written.`);
  await membria("uninstall", name, "--yes");
  assert.deepEqual(await contents(paths), before);
  await membria("install", name, "--scope", "user", "--yes");
  assert.deepEqual(await contents(paths), after);
  return { paths, before, after };
}

/** A file that the client has not touched since is as it was; in one that it has, nothing of ours is left. */
export async function removeAgain({ name }, { membria }, { paths, before, after }) {
  const used = await contents(paths);
  await membria("uninstall", name, "--yes");
  const left = await contents(paths);
  for (const path of paths) {
    if (used[path] === after[path]) assert.equal(left[path], before[path], `${path} is not as it was.`);
    else
      assert.doesNotMatch(left[path] ?? "", /mcp serve|membria hook/, `${path} still has something of ours.`);
  }
}

/** It is set up, the server starts as the client starts it, and nothing is wrong but what only the person can do. */
export async function checkStatus({ name, leftToPerson }, { run }) {
  const { out } = await run("status", name, "--json");
  const { ok, clients } = JSON.parse(out);
  const [{ servers, hooks, problems }] = clients;
  const others = problems.filter((problem) => !leftToPerson?.test(problem));
  assert.deepEqual({ ok, others }, { ok: problems.length === 0, others: [] });
  if (leftToPerson) assert.equal(problems.length, 1, JSON.stringify(problems));
  const [{ trial }] = servers;
  assert(trial.tools > 0 && hooks.length > 0, out);
}
