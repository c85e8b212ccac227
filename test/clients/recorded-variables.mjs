/** An environment without what could be a secret or is different in every run. */
export function recordedVariables(environment = process.env) {
  const entries = Object.entries(environment).map(([name, value]) => {
    if (/KEY|TOKEN|SECRET|PASSWORD/.test(name)) return [name, "(not recorded)"];
    if (/PID$/.test(name)) return [name, "(number)"];
    return [name, value.replace(/(?<![\w-])(\d{4,}(?![\w-])|\d+(?=\.sock))/g, "(number)")];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
