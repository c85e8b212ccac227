import { describe, expect, it } from "vitest";
import { questionCore, questionQuery } from "../../src/shared/words/search-text.ts";

describe("the core of a question", () => {
  it.each([
    ["What did we decide about session storage?", "session storage"],
    ["so, what did we decide on retries and why?", "retries"],
    ["What was decided about the logo?", "the logo"],
    ["Why do we use Redis?", "use Redis"],
    ["why did we drop passwords", "drop passwords"],
    ["Why don’t we use GraphQL?", "use GraphQL"],
    ["How do we handle retries?", "retries"],
    ["how do we store sessions?", "store sessions"],
    ["How are refunds handled?", "refunds"],
    ["How come we pin Node 20?", "pin Node 20"],
    ["Do we still support IE11?", "support IE11"],
    ["Remind me what we decided about backups", "backups"],
    ["Can you remind me why we moved off Heroku?", "moved off Heroku"],
    ["Remind me what our policy on cookies is", "cookies"],
    ["Is there a decision on feature flags?", "feature flags"],
    ["do we have a rule for commit messages?", "commit messages"],
    ["What's our policy on third-party scripts?", "third-party scripts"],
    ["which database did we choose for reporting?", "database for reporting"],
    ["Did we ever decide on a queue?", "a queue"],
    ["세션 저장소는 어떻게 하기로 했지?", "세션 저장소"],
    ["결제 재시도는 어떻게 처리하기로 했었나요?", "결제 재시도"],
    ["로그를 어디에 두기로 했더라?", "로그"],
    ["로그 보관에 대해 뭐라고 정했지", "로그 보관"],
    ["왜 Redis를 선택했어?", "Redis를 선택"],
    ["세션을 왜 지우는 거야?", "세션을 지우"],
    ["세션을 왜 Redis에 저장하는 거야?", "세션을 Redis에 저장"],
    ["백업 정책이 뭐야?", "백업"],
    ["휴가 어떻게 하기로 했지?", "휴가"],
  ])("%s is %s", (question, core) => {
    expect(questionCore(question)).toBe(core);
  });

  it.each([
    "How we handle retries: with exponential backoff",
    "Why we use Redis",
    "What we decided about the logo is final",
    "What did we learn from the outage",
    "Remind me later emails are sent at night",
    "Is there a decision engine in the shop",
    "Decisions about storage are recorded in git",
    "Do not deploy on Friday",
    "세션 저장소에 Redis를 쓰기로 했다",
    "센터는 폭풍이 생겼다고 말했다.",
    'why "why do we" is slow',
  ])("leaves a statement as it is: %s", (statement) => {
    expect(questionCore(statement)).toBe(statement);
  });

  it.each(["what did we decide?", "Why do we", "어떻게 하기로 했지?", "", "  ?"])(
    "is the whole text where there is nothing else: %j",
    (text) => {
      expect(questionCore(text)).toBe(text);
    },
  );
});

describe("a question as a query", () => {
  it("searches for none of the words of the frame", () => {
    expect(questionQuery("What did we decide about caching?").words).toEqual(["caching"]);
  });

  it("keeps a quotation as one within a sentence", () => {
    const query = questionQuery('What did we decide about "connection pool"?');
    expect(query.phrases).toEqual([["connection pool"]]);
    expect(query.onlyPhrases).toBe(false);
    expect(questionQuery('"connection pool"').onlyPhrases).toBe(true);
    expect(questionQuery('"why do we"').phrases).toEqual([["why do we"]]);
  });
});
