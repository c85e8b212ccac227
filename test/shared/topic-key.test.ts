import { describe, expect, it } from "vitest";
import { topicKey } from "../../src/shared/names.ts";

describe("the key of a topic", () => {
  it.each([
    "message queues",
    "message-queue",
    "MessageQueue",
    "messageQueues",
    "the Message Queue",
    "message_queue",
  ])("is the same for message_queue and %j", (other) =>
    expect(topicKey(other)).toBe(topicKey("message_queue")),
  );

  it.each(["queue", "message", "message queue retries", "messages"])("is another one for %j", (other) =>
    expect(topicKey(other)).not.toBe(topicKey("message_queue")),
  );

  it("is not empty for a topic of empty words", () => expect(topicKey("the")).not.toBe(""));
  it("keeps other scripts", () => expect(topicKey("메시지 큐")).toBe("메시지 큐"));
});
