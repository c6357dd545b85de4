import { isFirstPage } from './first-page.ts';

/** On <html>: headings wear the display face; without it the system's serif. */
const FACE = 'face';

/** Inside the shop the face is in the browser's cache. A first page is not made to wait for it. */
export function wearFace(): void {
  if (!isFirstPage()) document.documentElement.classList.add(FACE);
}

/** Where the headings end that can be seen, or stand above what can be; slides wait at the side. */
const headings = () =>
  [...document.querySelectorAll('h1,h2,h3')]
    .map((heading) => {
      const { left, bottom } = heading.getBoundingClientRect();
      return left < innerWidth && Math.min(bottom, innerHeight);
    })
    .join();

/** Fetches the face for the pages to come; this one wears it as well where nothing in sight moves by that. */
export async function fetchFace(): Promise<void> {
  const [face] = document.fonts;
  await face?.load();
  const { classList } = document.documentElement;
  const before = headings();
  classList.add(FACE);
  if (headings() !== before) classList.remove(FACE);
}
