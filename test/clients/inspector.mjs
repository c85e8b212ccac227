import { runClient } from "./run-client.mjs";

/** Lists the tools and calls some, as the Inspector's command line does it. @throws when something is not as it should be. */
export async function useInspector(cli, { stdio, http }, decisionBy) {
  const ways = {
    stdio: [stdio.command, ...stdio.args],
    // It has no way to send a key.
    http: [http.keyless, "--transport", "http"],
  };
  for (const [way, target] of Object.entries(ways)) {
    const decision = decisionBy("the Inspector", way);
    const ask = async (...args) =>
      JSON.parse(await runClient(process.execPath, [cli, "--cli", ...target, ...args]));
    const call = (name, args) =>
      ask(
        ...["--method", "tools/call", "--tool-name", name],
        ...Object.entries(args).flatMap(([key, value]) => [
          "--tool-arg",
          `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
        ]),
      );
    const { tools } = await ask("--method", "tools/list");
    if (!tools.some(({ name }) => name === "membria_capture_decision"))
      throw new Error("No capture is listed.");
    const captured = await call("membria_capture_decision", decision);
    const { decision_id } = captured.structuredContent;
    const read = await call("membria_get_decision", { decision_id });
    if (read.structuredContent?.statement !== decision.statement)
      throw new Error(`${decision_id} was not read back: ${JSON.stringify(read)}`);
    console.log(`Inspector over ${way}: ${tools.length} tools listed, ${decision_id} captured and read back`);
  }
}
