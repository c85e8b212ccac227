/** Settings that the browser keeps for this person: only how the page looks, never anything of the memory. */
export function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(`membria-${name}`) ?? undefined;
  } catch {
    // Storage may be switched off; then the choice lasts as long as the page.
    return undefined;
  }
}

export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`membria-${name}`);
    else localStorage.setItem(`membria-${name}`, value);
  } catch {
    // As above.
  }
}
