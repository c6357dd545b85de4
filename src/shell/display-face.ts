import { isFirstPage } from './first-page.ts';

/** On <html>: headings wear the display face; without it the system's serif. */
const FACE = 'face';

/** Inside the shop the face is in the browser's cache. A first page is not made to wait for it. */
export function wearFace(): void {
  if (!isFirstPage()) document.documentElement.classList.add(FACE);
}

/** Fetches the face for the pages to come; this one wears it as well where nothing moves by that. */
export async function fetchFace(): Promise<void> {
  const [face] = document.fonts;
  await face?.load();
  const { classList } = document.documentElement;
  const height = () => document.body.offsetHeight;
  const before = height();
  classList.add(FACE);
  if (height() !== before) classList.remove(FACE);
}
