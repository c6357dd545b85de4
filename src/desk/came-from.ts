import { SAID } from './said.ts';

/** The pages on the way to this one, in this tab. */
const KEY = 'desk-trail';
const MOST = 20;

/**
 * Lets the link "Back" lead to the page that the person came from, with its filter. Returning to a page ends the
 * detour that began there.
 */
export function followTrail(): void {
  if (!document.body.dataset.person) return;
  const { pathname, searchParams } = new URL(location.href);
  const isAfterForm = SAID.some((said) => searchParams.has(said));
  for (const said of SAID) searchParams.delete(said);
  const query = searchParams.toString();
  try {
    const trail = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
    const known = trail.findIndex((page) => page.split('?')[0] === pathname);
    // The page of a sent form is finished when another page follows.
    const before = (known < 0 ? trail.slice(0, isAfterForm ? -1 : undefined) : trail.slice(0, known)).slice(-MOST);
    sessionStorage.setItem(KEY, JSON.stringify([...before, pathname + (query && `?${query}`)]));
    const from = before.at(-1);
    const link = document.querySelector<HTMLAnchorElement>('.desk-back');
    if (link && from) link.href = from;
  } catch {
    // Without storage the link leads to the list.
  }
}
