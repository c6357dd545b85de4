/**
 * Lines of an order whose units differ by a cent, so that they are two lines: `AGUA` and `AGUA/AGUA/2`, or of a set
 * `SET/AGUA` and `SET/AGUA/2`. A person who types the first code means all of them.
 */
interface Wish {
  code: string;
  /** undefined: all that is left. */
  units?: number | undefined;
}

/** `left`: by code, the units that can still be given back. */
export function divideLines(
  { lines }: { lines: readonly { code: string }[] },
  wishes: readonly Wish[],
  left: ReadonlyMap<string, number>,
): Wish[] {
  const rest = new Map(left);
  return wishes.flatMap((wish) => {
    const typed = wish.code.toLowerCase();
    const first = typed.includes('/') ? typed : `${typed}/${typed}`;
    const own = lines.filter(({ code }) => {
      const known = code.toLowerCase();
      return known === typed || (known.startsWith(`${first}/`) && /^\d+$/.test(known.slice(first.length + 1)));
    });
    if (own.length < 2) return [wish];
    let open = wish.units ?? Infinity;
    const parts = own.flatMap(({ code }) => {
      const units = Math.min(open, rest.get(code) ?? 0);
      open -= units;
      rest.set(code, (rest.get(code) ?? 0) - units);
      return units > 0 ? [{ code, units }] : [];
    });
    // More than there are is a mistake, which the plan names.
    return wish.units !== undefined && open > 0 ? [wish] : parts.length > 0 ? parts : [wish];
  });
}
