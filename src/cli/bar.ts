const WIDTH = 24;

/** A value beside the greatest one; what is there at all can be seen. */
export function bar(value: number, most: number): string {
  const cells = most > 0 ? Math.ceil((value / most) * WIDTH) : 0;
  return "█".repeat(cells).padEnd(WIDTH, "·");
}
