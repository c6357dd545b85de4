/** The page number in a list's URL: 1 and up. */
export function pageOf({ searchParams }: URL): number {
  const page = Number(searchParams.get('page'));
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 1_000_000) : 1;
}

/**
 * Loads the requested page of a list, or its last page when the list has become shorter, as after a filter or a
 * deletion.
 */
export async function loadPage<T extends { total: number }>(
  url: URL,
  load: (limit: number, offset: number) => Promise<T>,
  size = 50,
): Promise<T & { page: number; size: number }> {
  const page = pageOf(url);
  const loaded = await load(size, (page - 1) * size);
  const last = Math.max(1, Math.ceil(loaded.total / size));
  return page <= last ? { ...loaded, page, size } : { ...(await load(size, (last - 1) * size)), page: last, size };
}

/** A text in an address; '' without one. The databases end or refuse a text at a NUL character. */
export const queryText = ({ searchParams }: URL, name: string): string =>
  (searchParams.get(name) ?? '').replaceAll('\0', ' ').trim();

/** The text of a list's search field. */
export const searchTextOf = (url: URL): string => queryText(url, 'q').slice(0, 100);
