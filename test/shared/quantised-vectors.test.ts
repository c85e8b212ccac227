import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cosinesOf, quantised } from "../../src/shared/quantised-vectors.ts";

const vectorOf = (dimensions: number) =>
  fc.float32Array({
    min: -1,
    max: 1,
    noNaN: true,
    minLength: dimensions,
    maxLength: dimensions,
  });

it("a cosine is the product with its own row, whatever the other rows are and however long they are", () => {
  const rowsAndQuestion = fc
    .constantFrom(3, 4, 8, 13)
    .chain((dimensions) =>
      fc.tuple(
        fc.constant(dimensions),
        vectorOf(dimensions),
        fc.array(vectorOf(dimensions), { minLength: 1, maxLength: 7 }),
      ),
    );
  void fc.assert(
    fc.property(rowsAndQuestion, ([dimensions, question, vectors]) => {
      const rows = Int8Array.from(vectors.flatMap((vector) => [...quantised(vector)]));
      const cosines = cosinesOf(question, { rows, dimensions });
      expect(cosines).toHaveLength(vectors.length);
      for (const [row, cosine] of cosines.entries()) {
        const product = question.reduce(
          (sum, value, i) => sum + (value * (rows[row * dimensions + i] as number)) / 127,
          0,
        );
        expect(cosine).toBeCloseTo(product, 3);
      }
    }),
  );
});

it("a cosine of texts is exact to five digits", () => {
  const dimensions = 384;
  const unit = (seed: number): Float32Array => {
    const values = Array.from({ length: dimensions }, (_, i) => Math.sin(seed * 7.3 + i * (1 + seed * 0.37)));
    const length = Math.hypot(...values);
    return Float32Array.from(values, (value) => value / length);
  };
  const vectors = Array.from({ length: 101 }, (_, n) => quantised(unit(n)));
  const rows = Int8Array.from(vectors.flatMap((vector) => [...vector]));
  const question = unit(0.5);
  for (const [row, cosine] of cosinesOf(question, { rows, dimensions }).entries()) {
    const product = question.reduce((sum, value, i) => sum + (value * (vectors[row]?.[i] ?? 0)) / 127, 0);
    expect(Math.abs(cosine - product)).toBeLessThan(1e-5);
  }
});

it("a cosine is that of the vectors, as far as 127 steps tell", () => {
  const rows = Int8Array.from([127, 0, 0, 0, 0, -127, 0, 0, 64, 64, 64, 64]);
  const cosines = cosinesOf(Float32Array.from([0.5, 0.5, 0.5, 0.5]), { rows, dimensions: 4 });
  expect([...cosines].map((cosine) => Math.round(cosine * 100) / 100)).toEqual([0.5, -0.5, 1.01]);
});
