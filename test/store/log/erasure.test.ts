import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import { eventually } from "../../support/eventually.ts";
import { link, review } from "../../support/links.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";
import { bytesOnDisk, madeUpWord, wordsOnDisk } from "../../support/words-on-disk.ts";

describe("Erasing a decision from a SQLite file", () => {
  let folder: TemporaryFolder;
  let path: string;
  let memory: Memory;

  beforeEach(async () => {
    folder = await temporaryFolder();
    path = folder.file("membria.db");
    memory = await openMemoryFile(path, silentLog);
  });
  afterEach(async () => {
    await memory.close();
    await folder.remove();
  });

  const onDisk = (): Buffer => bytesOnDisk(path);
  const found = (words: readonly string[]): string[] => wordsOnDisk(path, words);

  function secretive(words: string[], size = 1) {
    const next = (): string => {
      const texts = Array.from({ length: size }, madeUpWord);
      words.push(...texts);
      return texts.join(" ");
    };
    return decision({
      statement: next(),
      topic: next(),
      reasoning: next(),
      alternatives: [next(), next()],
      assumptions: [next()],
      risks: [next()],
      evidence: [{ kind: "note", ref: next() }],
      consequences: [next()],
      label: next(),
      aliases: [next()],
      sessionId: next(),
      linkedPr: next(),
      linkedCommit: next(),
    });
  }

  it("leaves none of its bytes in the file or its write-ahead log, notes and replaced links included", async () => {
    const words: string[] = [];
    const gone = secretive(words);
    const [note, link] = [madeUpWord(), madeUpWord()];
    words.push(note, link);
    await addDecision(memory, { decision: gone }, act());
    await writeDecisionChange(memory, "shop", gone.id, { note: screened(note) }, act());
    await writeDecisionChange(memory, "shop", gone.id, { linkedPr: screened(link) }, act());
    const edit = { statement: screened(madeUpWord()), questions: [screened(madeUpWord())] };
    words.push(edit.statement, ...edit.questions);
    await storeEdit(memory, "shop", gone.id, { id: "rev_a", edit }, act());
    expect(found(words), "the check can see what is there").toEqual(words);

    await eraseDecision(memory, "shop", gone.id, act());

    expect(found(words)).toEqual([]);
  });

  it("removes the links from and to it, with their reason, evidence and reviews", async () => {
    const words: string[] = [];
    const next = (): string => {
      words.push(madeUpWord());
      return words.at(-1) as string;
    };
    const [gone, kept] = [decision(), decision()];
    for (const one of [gone, kept]) await addDecision(memory, { decision: one }, act());
    for (const [from, to] of [
      [gone.id, kept.id],
      [kept.id, gone.id],
    ] as const) {
      const proposed = link({ from, to, reason: next(), evidence: next() });
      await storeLink(memory, proposed, act());
      const no = review({ verdict: "rejected", reason: screened(next()) });
      await storeLinkReview(memory, "shop", proposed.id, no, act());
    }
    expect(found(words), "the check can see what is there").toEqual(words);
    await eraseDecision(memory, "shop", gone.id, act());
    expect(found(words)).toEqual([]);
    const salted = `SELECT count(*) AS n FROM change_parts p JOIN audit a ON a.seq = p.change
      WHERE a.kind = 'link' AND p.person IS NULL AND p.salt IS NOT NULL`;
    expect(await raw(path, (db) => db.prepare(salted).get())).toMatchObject({ n: 0 });
  });

  it("leaves none of it in a file with many other decisions and long texts", async () => {
    const kept: string[] = [];
    const erased: string[] = [];
    for (let n = 0; n < 60; n++) {
      const words = n % 3 === 0 ? erased : kept;
      const id = `dec_number${n}`;
      const one = { ...secretive(words, n % 2 ? 30 : 1), id };
      await addDecision(memory, { decision: one }, act());
      const note = madeUpWord();
      words.push(note);
      await writeDecisionChange(
        memory,
        "shop",
        id,
        { note: screened(`${note} ${"long ".repeat(n * 20)}`) },
        act(),
      );
    }
    for (let n = 0; n < 60; n += 3) await eraseDecision(memory, "shop", `dec_number${n}`, act());

    expect(found(erased)).toEqual([]);
    expect(found(kept.slice(0, 30)), "the others are still there").toEqual(kept.slice(0, 30));
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("leaves none of its Korean syllable pairs in the word index", async () => {
    await addDecision(memory, { decision: decision({ id: "dec_kept", statement: "결제 서버" }) }, act());
    const gone = decision({ statement: "주문데이터베이스를 옮긴다" });
    await addDecision(memory, { decision: gone }, act());
    await eraseDecision(memory, "shop", gone.id, act());
    const bytes = onDisk();
    for (const pair of ["주문", "문데", "옮긴"]) expect(bytes.includes(pair)).toBe(false);
    const terms = await raw(path, (db) => {
      db.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, memories_text, row)");
      return db.prepare("SELECT term FROM temp.terms").all() as { term: string }[];
    });
    expect(terms.map(({ term }) => term)).not.toContain("주문");
    expect(terms.map(({ term }) => term)).toContain("결제");
  });

  it("removes the salts of its entries, so that nobody can check a guess at the text", async () => {
    const gone = decision();
    await addDecision(memory, { decision: gone }, act());
    await writeDecisionChange(memory, "shop", gone.id, { note: screened("A note.") }, act());
    const salts = await raw(path, (db) => db.prepare("SELECT salt FROM change_parts").all());
    const before = salts.map((row) => Buffer.from(row["salt"] as Uint8Array));
    const inFile = () => before.filter((salt) => onDisk().includes(salt));
    expect(inFile()).toEqual(before);
    await eraseDecision(memory, "shop", gone.id, act());
    expect(inFile()).toEqual([]);
  });

  it("empties the write-ahead log as soon as another reader releases it", async () => {
    const words: string[] = [];
    const gone = secretive(words);
    await addDecision(memory, { decision: gone }, act());
    let erasing: Promise<unknown> | undefined;
    await raw(path, async (db) => {
      db.exec("BEGIN");
      db.prepare("SELECT count(*) FROM memories").all();
      erasing = eraseDecision(memory, "shop", gone.id, act());
      await eventually(async () => expect(await findDecision(memory, "shop", gone.id)).toBeUndefined());
      db.exec("COMMIT");
    });
    await erasing;
    await eventually(() => expect(found(words)).toEqual([]));
  });
});
