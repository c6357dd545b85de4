import { isFirstPage } from '#src/shared/first-page.ts';

/** Class of <html>: headings use the display font instead of the system's serif font. */
const CLASS = 'face';

/** Uses the display font at once, except on the first page of a visit: later pages find it in the browser's cache. */
export function useCachedDisplayFont(): void {
  if (!isFirstPage()) document.documentElement.classList.add(CLASS);
}

/** The lower edges of all headings down to the end of the window, without hidden slides. */
const headingEdges = () =>
  [...document.querySelectorAll('h1,h2,h3')]
    .map((heading) => {
      const { left, bottom } = heading.getBoundingClientRect();
      return left < innerWidth && Math.min(bottom, innerHeight);
    })
    .join();

/** Loads the display font for the next pages. This page uses it, too, if nothing visible moves. */
export async function loadDisplayFont(): Promise<void> {
  const [font] = document.fonts;
  await font?.load();
  const { classList } = document.documentElement;
  const before = headingEdges();
  classList.add(CLASS);
  if (headingEdges() !== before) classList.remove(CLASS);
}
