import type { Backup } from "../domain/repair/memory-backups.ts";
import { ageText } from "./age-text.ts";
import type { Installation } from "./command.ts";

const UNITS = ["bytes", "KB", "MB", "GB"] as const;

/** Such as `620 KB` or `6.7 MB`. */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

/** Such as: 8 of the memory, the newest 3h old (daily): ~/.membria/backups/membria-….daily.db.gz */
export function copiesText([newest, ...older]: readonly Backup[], now: Date, { show }: Installation): string {
  if (!newest) return "none of the memory yet; to make one: membria backup";
  const age = ageText(newest.at, now);
  const about = `${age === "now" ? "just made" : `${age} old`} (${newest.origin}): ${show(newest.path)}`;
  return older.length === 0
    ? `1 of the memory, ${about}`
    : `${older.length + 1} of the memory, the newest ${about}; membria backup --list shows all`;
}
