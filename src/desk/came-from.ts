import { DONE, hereWithoutSaid } from './said.ts';

interface Trail {
  /** The person, because another one may sign in next in this tab. */
  person: string;
  /** Paths and queries, the current page last. */
  pages: string[];
}

/** The pages on the way to this one, in this tab. */
const KEY = 'desk-trail';
const MOST = 20;

/**
 * Lets the link "Back" lead to the page that the person came from, with its filter. Returning to a page ends the
 * detour that began there.
 */
export function followTrail(): void {
  const { person } = document.body.dataset;
  if (!person) return;
  const { pathname, search } = location;
  const isAfterForm = new URLSearchParams(search).has(DONE);
  try {
    const link = document.querySelector<HTMLAnchorElement>('.desk-back');
    // A list begins a new trail: what it leads to may be known from an earlier one. Only a part of it that another
    // page links to leads back there.
    const isPart = link?.hidden === true && hereWithoutSaid() !== pathname;
    const pages = link && (isPart || !link.hidden) ? pagesOf(person) : [];
    const known = pages.findIndex((page) => page.split('?')[0] === pathname);
    // The page of a sent form is finished when another page follows.
    const before = (known < 0 ? pages.slice(0, isAfterForm ? -1 : undefined) : pages.slice(0, known)).slice(-MOST);
    const trail: Trail = { person, pages: [...before, hereWithoutSaid()] };
    sessionStorage.setItem(KEY, JSON.stringify(trail));
    const from = before.at(-1);
    if (link && from) {
      link.href = from;
      link.hidden = false;
    }
  } catch {
    // Without storage the link leads to the list.
  }
}

function pagesOf(person: string): string[] {
  const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Trail | null;
  return stored?.person === person ? stored.pages : [];
}
