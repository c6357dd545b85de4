import { isFirstPage } from '#src/shared/first-page.ts';
import inUse from './on-first-use.ts?chunk-url';
import later from './after-load.ts?chunk-url';

/** Errors are ignored: the page works without this code, and the next tap loads it again. */
const load = (url: string) => import(/* @vite-ignore */ url).catch(() => {});
const loadBoth = () => [later, inUse].forEach(load);

// A tap on a link leaves the page, so nothing may delay the next one. Typing loads nothing either.
const onUse = ({ target }: Event) => (target as Element).closest('a') ?? loadBoth();
addEventListener('pointerdown', onUse);
addEventListener('focusin', onUse);
// With a mouse the use begins here. Not with its movement, which browsers also report when a page scrolls below it.
addEventListener('wheel', loadBoth, { once: true });
// After the first paint, and only when the page is visible. This module runs before `load`. The second page of a visit
// loads both files, and so does a browser without popovers, where `navigation.ts` opens the menus.
const now = isFirstPage() && 'popover' in document.body ? load : loadBoth;
addEventListener('load', () => requestAnimationFrame(() => setTimeout(now, 200, later)));
