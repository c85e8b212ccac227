/** How many texts are about one topic. */
const PER_TOPIC = 100;
/** How far a text is from its topic: two of one topic have a cosine of about 0.5, as with real texts. */
const SPREAD = 1;

/** An endless sequence of unit vectors, clustered around as many topics as a memory of this size has. */
export function madeUpVectors(dimensions: number, size: number, seed: number): () => Float32Array {
  const topics = gaussian(size);
  const count = Math.ceil(size / PER_TOPIC);
  const centres = Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, topics));
  const next = gaussian(seed);
  const pick = uniform(seed + 1);
  return () => {
    const centre = centres[Math.floor(pick() * count)]!;
    return unit(centre.map((x) => x + SPREAD * next()));
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return vector.map((x) => x / length);
}

function gaussian(seed: number): () => number {
  const random = uniform(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
  };
}
