import { describe, expect, it } from "vitest";
import { GENERAL_DOMAIN } from "../../../src/domain/decisions/domains.ts";
import { deriveTopic } from "../../../src/domain/decisions/topic.ts";

describe("the topic of a statement", () => {
  it.each([
    ["Use PostgreSQL for the user database", "postgresql_user_database"],
    ["We should use Redis", "redis"],
    ["one two three four five six seven", "one_two_three_four_five"],
    ["세션 저장소로 레디스를 쓴다", "세션_저장소로_레디스를_쓴다"],
    ["キャッシュを使う", "キャッシュを使う"],
    ["Use it for this", "use_it_for_this"],
    ["!!! ???", GENERAL_DOMAIN],
    ["", GENERAL_DOMAIN],
  ])("%j → %s", (statement, topic) => {
    expect(deriveTopic(statement)).toBe(topic);
  });
});
