// node:util has styleText only from 20.12 on, and looks at the stream only from 20.18 on.
const colours = process.stdout.isTTY === true && process.stdout.hasColors();

function style(open, close) {
  return (text) => (colours ? `\u001b[${open}m${text}\u001b[${close}m` : text);
}

export const bold = style(1, 22);
export const dim = style(2, 22);
export const red = style(31, 39);
export const green = style(32, 39);
export const yellow = style(33, 39);
export const cyan = style(36, 39);

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
