import { describe, expect, it } from "vitest";
import {
  isComparable,
  levelled,
  type ModelProfile,
  mainScript,
  SHIPPED_PROFILE,
  unreadScript,
} from "../../../src/recall/rules/model-profile.ts";
import { rank } from "../../../src/recall/rules/ranking.ts";
import { closenessOf, strengthOf } from "../../../src/recall/rules/relevance.ts";
import { candidate } from "../../support/candidates.ts";

describe("The profile of the shipped model", () => {
  /** As version 0.2 ranked them, whose weights were constants. */
  const AS_BEFORE = {
    0: [
      ["dec_a", "strong", 0.9804143447090753, 2],
      ["dec_c", "strong", 0.9793041927769421, 1.8894917575509336],
      ["dec_b", "weak", 0.33288650754643334, 1.4099377900632117],
      ["dec_d", "weak", 0.08857981627923935, 1.2016562231066166],
      ["dec_e", undefined, 0.019185761953400996, 1],
    ],
    0.4: [
      ["dec_c", "strong", 0.9838290627442797, 2],
      ["dec_a", "strong", 0.9609188755141638, 1.9786056749895273],
      ["dec_b", "weak", 0.11949301643674985, 1.3307708051354792],
      ["dec_d", undefined, 0.027907920351933582, 1.1316383912235803],
      ["dec_e", undefined, 0.011311549517580033, 1],
    ],
    1: [
      ["dec_c", "strong", 0.9888513384369868, 2],
      ["dec_a", "strong", 0.8943399583347708, 1.7800785238665378],
      ["dec_b", undefined, 0.0188842543814361, 1.1534214349508818],
      ["dec_d", undefined, 0.004588057190170941, 1.002036273064021],
      ["dec_e", undefined, 0.0050915648339078445, 1],
    ],
  };

  it.each(Object.entries(AS_BEFORE))(
    "ranks to the bit as before it was a profile, share of CJK %s",
    (share, before) => {
      const rows = [
        candidate("dec_a", { words: 22, cosine: 0.61 }),
        candidate("dec_b", { words: 4, cosine: 0.33 }),
        candidate("dec_c", { words: 30, cosine: undefined }),
        candidate("dec_d", { words: undefined, cosine: 0.21 }),
        candidate("dec_e", { words: 1, cosine: 0.05 }),
      ];
      const information = { best: 40, known: 18, all: 21, familiar: 0.9 };
      const query = { information, cjkShare: Number(share), model: SHIPPED_PROFILE };
      const { strong, weak, leftOut } = rank(rows, query, "balanced");
      expect(
        [...strong, ...weak, ...leftOut.map(({ ranked }) => ranked)].map((one) => [
          one.candidate.id,
          one.strength,
          one.relevance,
          one.score,
        ]),
      ).toEqual(before);
    },
  );
});

describe("A model of another scale", () => {
  const narrow: ModelProfile = {
    ...SHIPPED_PROFILE,
    relevance: {
      ...SHIPPED_PROFILE.relevance,
      latin: { bias: -32.8, cosine: 35.3, words: 1.99, known: 3.95 },
    },
    unrelatedCosine: 0.7,
    leastCosine: 0.757,
  };
  const query = { information: { best: 40, known: 18, all: 18, familiar: 1 }, cjkShare: 0, model: narrow };
  const found = (cosine: number) => {
    const { strong, weak } = rank([candidate("dec_a", { words: 1, cosine })], query, "audit");
    return [...strong, ...weak][0]?.strength;
  };

  it("has its own floor and threshold", () => {
    expect([0.75, 0.76, 0.9].map(found)).toEqual([undefined, "weak", "strong"]);
  });

  it("counts what it cannot read from its unrelated texts, not from zero", () => {
    const irrelevant = (cjkShare: number) =>
      strengthOf(closenessOf(0.01, { cosine: 0.8 }, { ...query, cjkShare }));
    expect([0.4, 0.5].map(irrelevant)).toEqual(["weak", undefined]);
  });
});

describe("Without a profile", () => {
  it("a cosine counts for nothing", () => {
    const query = { information: { best: 40, known: 0, all: 18, familiar: 1 }, cjkShare: 0 };
    const rows = [candidate("dec_a", { words: undefined, cosine: 0.99 })];
    expect(rank(rows, query, "audit")).toMatchObject({ strong: [], weak: [] });
  });
});

describe("The script of a text", () => {
  it.each([
    ["Where do we keep orders?", undefined],
    ["", undefined],
    ["2026-03-01", undefined],
    ["주문은 어디에 저장합니까?", "hangul"],
    ["注文はどこに保存しますか", "kana"],
    ["订单存在哪里", "han"],
    ["Где мы храним заказы?", "cyrillic"],
    ["Πού αποθηκεύουμε τις παραγγελίες;", "greek"],
    ["أين نحفظ الطلبات؟", "arabic"],
    ["איפה אנחנו שומרים הזמנות?", "hebrew"],
    ["हम ऑर्डर कहाँ रखते हैं?", "devanagari"],
    ["เราเก็บคำสั่งซื้อไว้ที่ไหน", "thai"],
    ["Warum heißt der Schlüssel größer?", undefined],
    ["Why is the table called 주문?", undefined],
    ["PostgreSQL에 주문을 저장하는 이유는 무엇입니까", "hangul"],
  ])("%s: %s", (text, script) => {
    expect(mainScript(text)).toBe(script);
  });

  it("is one that the shipped model cannot read, unless it is Latin", () => {
    expect(unreadScript("Где мы храним заказы?", SHIPPED_PROFILE)).toBe("cyrillic");
    expect(unreadScript("Where do we keep orders?", SHIPPED_PROFILE)).toBeUndefined();
    expect(
      unreadScript("Где мы храним заказы?", { ...SHIPPED_PROFILE, reads: ["cyrillic"] }),
    ).toBeUndefined();
  });

  it("decides whether cosines are looked at, for which the shipped model has weights in CJK", () => {
    expect(isComparable("주문은 어디에 저장합니까?", SHIPPED_PROFILE)).toBe(true);
    expect(isComparable("주문은 어디에 저장합니까?", { ...SHIPPED_PROFILE, fittedUnread: [] })).toBe(false);
    expect(isComparable("Где мы храним заказы?", SHIPPED_PROFILE)).toBe(false);
    expect(isComparable("Where do we keep orders?", SHIPPED_PROFILE)).toBe(true);
  });

  it("has a scale on which unrelated texts are at 0 and equal ones at 1", () => {
    const profile = { ...SHIPPED_PROFILE, unrelatedCosine: 0.6 };
    expect([0.6, 0.8, 1].map((cosine) => levelled(cosine, profile))).toEqual([0, expect.closeTo(0.5, 12), 1]);
  });
});
