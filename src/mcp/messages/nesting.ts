/** More than any argument needs, and far below what would overflow the stack of recursive code. */
export const MAX_DEPTH = 1000;

/** Walks level by level, because a recursive check could itself overflow the stack. */
export function isTooDeep(value: object, limit = MAX_DEPTH): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const parent of level) {
      for (const child of Object.values(parent)) {
        if (typeof child === "object" && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return false;
}
