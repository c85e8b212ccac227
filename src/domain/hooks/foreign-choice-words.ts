/** The few forms of other languages that hardly mean anything but a choice. */
export const FOREIGN: readonly RegExp[] = [
  /\bwir (?:bleiben bei|steigen (?:\S+ )?um auf|wechseln (?:zu|auf)|verzichten auf)(?= )/i,
  /\bwir haben uns (?:für|gegen) .{2,80} entschieden\b/i,
  /\b(?:vamos con|nos quedamos con|hemos decidido|decidimos)(?= )/i,
  /\b(?:on part sur|on reste sur|partons sur|restons sur|on a décidé|nous avons décidé)(?= )/i,
];
/** The same, where a reason is given, or something chosen against. */
export const FOREIGN_WITH_MORE: readonly RegExp[] = [
  /\bwir (?:nehmen|behalten|verwenden|nutzen|speichern|machen)(?= )/i,
  /^(?:nimm|nehmt|behalte|verwende)(?= )/i,
  /\b(?:usamos|usemos|mejor usamos|guardamos)(?= )/i,
  /\bon (?:prend|garde|utilise)(?= )/i,
];
