/** The page of a list that an address asks for: 1 and up. */
export function pageOf({ searchParams }: URL): number {
  const page = Number(searchParams.get('page'));
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1_000_000) : 1;
}

/** What was typed into the search field of a list. */
export const searchTextOf = ({ searchParams }: URL): string => (searchParams.get('q') ?? '').trim().slice(0, 100);
