import type { Page } from 'playwright/test';

/** How far the page is wider than the window, so that it scrolls sideways. */
export const overflow = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    return { by: root.scrollWidth - root.clientWidth, body: Math.max(0, document.body.scrollWidth - root.clientWidth) };
  });

/** Texts that are wider than their box, for example a name that is too long for its card. */
export const spilled = (page: Page) =>
  page.evaluate(() => {
    // Each element holds several texts: asking for its style once takes a fraction of the time.
    const once = <Answer>(ask: (element: Element) => Answer) => {
      const answers = new Map<Element, Answer>();
      return (element: Element) => {
        if (!answers.has(element)) answers.set(element, ask(element));
        return answers.get(element)!;
      };
    };
    const isBox = once((element) => {
      const { display, backgroundColor, borderRightWidth } = getComputedStyle(element);
      return display !== 'inline' && (backgroundColor !== 'rgba(0, 0, 0, 0)' || borderRightWidth !== '0px');
    });
    // A box that clips does so on purpose: for screen readers, or because it scrolls.
    const isCut: (element: Element) => boolean = once(
      (element) =>
        getComputedStyle(element).overflowX !== 'visible' ||
        (element.parentElement !== null && isCut(element.parentElement)),
    );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let box = text.parentElement!;
      if (isCut(box)) continue;
      while (box !== document.body && !isBox(box)) box = box.parentElement!;
      const range = document.createRange();
      range.selectNodeContents(text);
      const right = Math.max(0, ...[...range.getClientRects()].map((rect) => rect.right));
      if (right > box.getBoundingClientRect().right + 1)
        found.push(`"${text.textContent!.trim().slice(0, 60)}" in ${box.tagName}.${box.className}`);
    }
    return found;
  });

/**
 * Round buttons and marks whose text touches their edge, mostly because it needs two lines. A mark of a few characters,
 * like a count, may fill its circle.
 */
export const cramped = (page: Page) =>
  page.evaluate(() => {
    const ROUND = 12;
    const SIDE = 6;
    /** Above and below a text's glyphs. */
    const EDGE = 1;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.textContent!.trim();
      const box = text.parentElement!.closest('a, button, b, span, p');
      if (words.length < 4 || !box?.checkVisibility({ visibilityProperty: true })) continue;
      const { backgroundColor, borderTopWidth, borderTopLeftRadius } = getComputedStyle(box);
      const isDrawn = backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px';
      if (!isDrawn || parseFloat(borderTopLeftRadius) < ROUND) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const edge = box.getBoundingClientRect();
      const aside = Math.min(left - edge.left, edge.right - right);
      if (right > left && (aside < SIDE || Math.min(top - edge.top, edge.bottom - bottom) < EDGE))
        found.push(`"${words}" in ${box.tagName}.${box.className}`);
    }
    return found;
  });

/** Links in a list of links that still have the marker of a list: it lies over the link before it, or beside it. */
export const bulleted = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('nav li, details li, header li, footer li')]
      .filter((item) => item.querySelector(':scope > a') && getComputedStyle(item).listStyleType !== 'none')
      .map((item) => item.textContent.trim()),
  );
