import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { TOKEN_LIMITS } from "../../../src/hooks/rules/reminders.ts";
import { saveCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { callBy, folderOfTest } from "../../support/memory.ts";
import { openSession, PERSON } from "../../support/reporting-session.ts";

/** An older vocabulary and a newer one, which knows twice as many words. */
const TOKENIZERS = { cl100k: new Tiktoken(cl100k), o200k: new Tiktoken(o200k) };

/** Words of letters that are taken by turns from a part of Unicode, as nobody writes them. */
function lettersFrom(first: number, last: number): string {
  let state = first;
  const next = (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
  const letters: string[] = [];
  while (letters.length < 300) {
    const letter = String.fromCodePoint(first + next(last - first + 1));
    if (/\p{L}/u.test(letter)) letters.push(letter, ...(next(6) === 0 ? [" "] : []));
  }
  return letters.join("");
}

const TEXTS: Readonly<Record<string, string>> = {
  English: "We keep carts in the database because the team knows it, and payments need transactions. ",
  German:
    "Wir speichern Warenkörbe in der Datenbank, weil das Team sie kennt und Zahlungen Transaktionen brauchen. ",
  Vietnamese: "Chúng tôi lưu giỏ hàng trong cơ sở dữ liệu vì nhóm đã quen. ",
  Russian: "Мы храним корзины в базе данных, потому что команда её знает и транзакции нужны для оплаты. ",
  Greek: "Κρατάμε τα καλάθια στη βάση δεδομένων επειδή η ομάδα τη γνωρίζει. ",
  Arabic: "نحفظ عربات التسوق في قاعدة البيانات لأن الفريق يعرفها والدفع يحتاج إلى معاملات. ",
  Hebrew: "אנחנו שומרים עגלות במסד הנתונים כי הצוות מכיר אותו והתשלום דורש טרנזקציות. ",
  Hindi: "हम कार्ट को डेटाबेस में रखते हैं क्योंकि टीम इसे जानती है और भुगतान के लिए लेनदेन चाहिए। ",
  Thai: "เราเก็บตะกร้าไว้ในฐานข้อมูลเพราะทีมรู้จักดี ",
  Chinese: "我们把购物车保存在数据库里，因为团队熟悉它，而且付款需要事务。",
  Japanese: "チームが慣れていて支払いにトランザクションが必要なので、カートはデータベースに保存します。",
  Korean: "팀이 익숙하고 결제에 트랜잭션이 필요하므로 장바구니를 데이터베이스에 저장합니다. ",
  "letters of Armenian": lettersFrom(0x531, 0x586),
  "letters of Syriac": lettersFrom(0x710, 0x72f),
  "letters of Thaana": lettersFrom(0x780, 0x7a5),
  "letters of Gurmukhi": lettersFrom(0xa05, 0xa39),
  "letters of Oriya": lettersFrom(0xb05, 0xb39),
  "letters of Tamil": lettersFrom(0xb85, 0xbb9),
  "letters of Sinhala": lettersFrom(0xd85, 0xdc6),
  "letters of Lao": lettersFrom(0xe81, 0xeb0),
  "letters of Tibetan": lettersFrom(0xf40, 0xf6c),
  "letters of Georgian": lettersFrom(0x10d0, 0x10fa),
  "syllables of Ethiopic": lettersFrom(0x1200, 0x135a),
  "syllables of Cherokee": lettersFrom(0x13a0, 0x13f5),
  "letters of Khmer": lettersFrom(0x1780, 0x17b3),
  "letters of Mongolian": lettersFrom(0x1820, 0x1878),
  "rare letters of Latin": lettersFrom(0x1e00, 0x1eff),
  "rare letters of Greek": lettersFrom(0x1f00, 0x1fbc),
  "syllables of Vai": lettersFrom(0xa500, 0xa60c),
  "syllables of Yi": lettersFrom(0xa000, 0xa48c),
  "syllables of Hangul": lettersFrom(0xac00, 0xd7a3),
  "ideographs, most of them rare": lettersFrom(0x4e00, 0x9fff),
  "ideographs, all of them rare": lettersFrom(0x20000, 0x2a6df),
  "letters of Gothic": lettersFrom(0x10330, 0x10340),
  "letters of Adlam": lettersFrom(0x1e900, 0x1e943),
  hieroglyphs: lettersFrom(0x13000, 0x1342f),
  faces: "😀👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  signs: "}{)(][<>;~^",
};

const PATH = `src/${"deep/".repeat(50)}orders.ts`;

describe.each(Object.entries(TEXTS))("What a session is told of a memory in %s", (_, words) => {
  it("has no more tokens than may be told", async () => {
    const folder = (await folderOfTest()).path;
    const session = await openSession(folder);
    const { memory } = session;
    const text = words.repeat(Math.ceil(3_000 / words.length));
    const name = [...words].slice(0, 100).join("");
    const by = { ...PERSON, name };
    const about = { evidence: ["src/orders.ts", PATH].map((ref) => ({ kind: "file", ref })) };
    for (let n = 0; n < 4; n++)
      await session.decide(
        `${n} ${text}`,
        { dueDays: 1, reasoning: text, alternatives: [text], ...about },
        by,
      );
    await perform(saveCheckpoint, { summary: text, nextSteps: text }, memory, callBy({ name }));
    memory.clock.advance(1_000);
    for (let n = 0; n < 4; n++) await session.decide(`Later ${n} ${text}`, { dueDays: 1 });
    memory.clock.advance(5 * DAY_MS);

    const told = {
      "session-start": await session.report("session-start"),
      "pre-edit": await session.report("pre-edit", { files: ["src/orders.ts", PATH] }),
    };
    expect(told["session-start"]).toContain("- Checkpoint chk_");
    for (const [event, message = ""] of Object.entries(told))
      for (const [vocabulary, tokenizer] of Object.entries(TOKENIZERS))
        expect(
          tokenizer.encode(message).length,
          `${event} with ${vocabulary}: ${message}`,
        ).toBeLessThanOrEqual(TOKEN_LIMITS[event as keyof typeof TOKEN_LIMITS]);
  });
});
