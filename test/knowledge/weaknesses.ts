/** Numbers of the Common Weakness Enumeration that a pattern may name. Whoever adds one looks it up at cwe.mitre.org. */
export const WEAKNESSES: ReadonlySet<number> = new Set([
  22, 73, 187, 200, 201, 202, 203, 212, 213, 223, 230, 235, 253, 269, 270, 287, 288, 289, 294, 306, 345, 347,
  348, 352, 359, 425, 441, 488, 524, 566, 602, 610, 613, 638, 639, 647, 650, 668, 670, 672, 696, 698, 708,
  770, 799, 807, 837, 841, 862, 863, 915, 943, 1220, 1230, 1287,
]);
