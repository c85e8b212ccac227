/** What people put around the thing they ask about. */
const FRAMES: readonly RegExp[] = [
  /^(?:so\s+|and\s+)?what (?:did|have|had) (?:we|they|you) (?:decide|decided|agree|agreed|choose|chosen|settle|settled)(?: on)?(?: about| on| for| regarding| with)?\s+/i,
  /^(?:what(?:'s| is| was) )?(?:our|the) (?:decision|policy|rule|stance|position)(?: about| on| for| regarding)?\s+/i,
];

/** A question without the words around what it asks about: `message queues` of "What did we decide about message queues?" */
export function questionCore(text: string): string {
  const bare = text.trim().replace(/[\s?.!]+$/u, "");
  for (const frame of FRAMES) {
    const core = bare.replace(frame, "");
    if (core !== bare && core !== "") return core;
  }
  return bare;
}
