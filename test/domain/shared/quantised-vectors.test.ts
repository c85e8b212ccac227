import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cosinesOf, quantised } from "../../../src/domain/shared/quantised-vectors.ts";

const vectorOf = (dimensions: number) =>
  fc.float32Array({
    min: -1,
    max: 1,
    noNaN: true,
    minLength: dimensions,
    maxLength: dimensions,
  });

it("a cosine does not depend on where in memory the rows are, to the last bit", () => {
  const rowsAndQuestion = fc
    .constantFrom(4, 8, 12)
    .chain((dimensions) =>
      fc.tuple(
        fc.constant(dimensions),
        vectorOf(dimensions),
        fc.array(vectorOf(dimensions), { minLength: 1, maxLength: 5 }),
      ),
    );
  void fc.assert(
    fc.property(rowsAndQuestion, ([dimensions, question, vectors]) => {
      const bytes = vectors.flatMap((vector) => [...quantised(vector)]);
      const aligned = Int8Array.from(bytes);
      const shifted = new Int8Array(new ArrayBuffer(bytes.length + 1), 1);
      shifted.set(bytes);
      expect(cosinesOf(question, { rows: aligned, dimensions })).toEqual(
        cosinesOf(question, { rows: shifted, dimensions }),
      );
    }),
  );
});

it("a cosine is that of the vectors, as far as 127 steps tell", () => {
  const rows = Int8Array.from([127, 0, 0, 0, 0, -127, 0, 0, 64, 64, 64, 64]);
  const cosines = cosinesOf(Float32Array.from([0.5, 0.5, 0.5, 0.5]), { rows, dimensions: 4 });
  expect([...cosines].map((cosine) => Math.round(cosine * 100) / 100)).toEqual([0.5, -0.5, 1.01]);
});
