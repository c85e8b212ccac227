import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/shared/errors.ts";
import { parseGraphUrl } from "../../../src/shared/graph-url.ts";

describe("The URL of a team's server", () => {
  it.each([
    ["redis://graph.example", { url: "redis://graph.example:6379" }],
    ["redis://graph.example:7000/", { url: "redis://graph.example:7000" }],
    ["redis://graph.example/0", { url: "redis://graph.example:6379" }],
    ["rediss://graph.example", { url: "rediss://graph.example:6379" }],
    ["falkor://127.0.0.1:6380", { url: "redis://127.0.0.1:6380" }],
    ["falkors://graph.example", { url: "rediss://graph.example:6379" }],
    [" redis://[::1]:6379 ", { url: "redis://[::1]:6379" }],
    ["redis://:pass@h", { url: "redis://h:6379", password: "pass" }],
    ["redis://anna:p%40ss%2Fword@h:1", { url: "redis://h:1", username: "anna", password: "p@ss/word" }],
  ])("%s", (text, address) => {
    expect(parseGraphUrl(text)).toEqual({ username: undefined, password: undefined, ...address });
  });

  it.each([
    ["http://localhost:7687", "redis://localhost:6379"],
    ["bolt://anna:geheim@graph.example", "redis://graph.example:6379"],
    ["graph.example:6379", "redis://HOST:6379"],
    ["redis://", "redis://HOST:6379"],
    ["not a url geheim", "redis://HOST:6379"],
    ["redis://graph.example/team", "redis://graph.example:6379"],
    ["redis://graph.example?geheim=1", "redis://graph.example:6379"],
    ["redis://anna:%zz@graph.example", "redis://HOST:6379"],
    ["", "redis://HOST:6379"],
  ])("is not %j, and says which would work", (text, working) => {
    const fault = (() => {
      try {
        return parseGraphUrl(text);
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: "invalid", reason: "invalid_graph_url" });
    expect((fault as Fault).sentence).toContain(working);
    expect((fault as Fault).sentence).not.toContain("geheim");
  });
});
