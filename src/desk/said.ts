/** The query parameters of a success message, each beside `DONE`; see `saidAfter`. */
export const DONE = 'done';
export const SAID = [DONE, 'count', 'of'];

/** Path and query of the page in the browser, without a success message. */
export function hereWithoutSaid(): string {
  const { pathname, searchParams } = new URL(location.href);
  for (const said of SAID) searchParams.delete(said);
  const query = searchParams.toString();
  return pathname + (query && `?${query}`);
}
