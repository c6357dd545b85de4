/** The page of a list that an address asks for: 1 and up. */
export function pageOf({ searchParams }: URL): number {
  const page = Number(searchParams.get('page'));
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1_000_000) : 1;
}
