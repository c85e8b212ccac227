const OURS = /(?:From Membria|Membria, the decision memory of this project,)[^\n]*(?:\n- [^\n]*)*/g;

/** What hooks have told the model, as this request has it: each text of ours, and the role in which it arrived. */
export function toldIn({ system, messages }) {
  const inMessages = messages.flatMap(({ role, text }) => oursIn(text).map((told) => ({ role, text: told })));
  const known = new Set(inMessages.map(({ text }) => text));
  const inSystem = oursIn(system).filter((text) => !known.has(text));
  return [...inSystem.map((text) => ({ role: "system", text })), ...inMessages];
}

/** What was told in any of the requests, each once. */
export function toldEver(requests) {
  const all = requests.flatMap(toldIn).map((told) => [`${told.role} ${told.text}`, told]);
  return [...new Map(all).values()];
}

const oursIn = (text) => text.match(OURS) ?? [];
