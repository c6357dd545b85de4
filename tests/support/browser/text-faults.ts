import type { Page } from 'playwright/test';

/**
 * What makes a text of the page illegible: it overlaps another text, its box cuts it off, or a word is broken in the
 * middle. Texts that scroll, end in an ellipsis or are only for screen readers do not count.
 */
export const textFaults = (page: Page) =>
  page.evaluate(() => {
    /** Glyphs take about this part of their line's height. */
    const GLYPHS = 0.6;
    const SLACK = 2;
    const SHOWN = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
    /** A longer German word does not fit into the narrowest window. */
    const LONGEST = 30;
    const SOFT_HYPHEN = '\u00ad';

    interface Line {
      text: string;
      node: Text;
      layer: Element | null;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }

    /** An answer for each element, found once: texts share their boxes, and boxes their ancestors. */
    const once = <Answer>(ask: (element: Element) => Answer) => {
      const answers = new Map<Element, Answer>();
      return (element: Element) => {
        if (!answers.has(element)) answers.set(element, ask(element));
        return answers.get(element)!;
      };
    };
    const styleOf = once((element) => getComputedStyle(element));
    const nearest = (fits: (style: CSSStyleDeclaration) => boolean) => {
      const find: (element: Element) => Element | null = once((element) =>
        fits(styleOf(element)) ? element : element.parentElement && find(element.parentElement),
      );
      return find;
    };
    const isCut = (overflow: string) => overflow !== 'visible';
    const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const hiddenParent = nearest(({ clipPath }) => clipPath === 'inset(50%)');
    const cuttingParent = nearest(({ overflowX, overflowY }) => isCut(overflowX) || isCut(overflowY));
    const layerOf = nearest(({ position }) => position === 'fixed' || position === 'sticky');
    /** No letter is wider than this part of the font's size. */
    const WIDEST = 1.5;
    const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
    const rectsOf = (node: Text, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    };

    const found: string[] = [];
    const lines: Line[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let next = texts.nextNode(); next; next = texts.nextNode()) {
      const node = next as Text;
      const parent = node.parentElement!;
      if (!node.data.trim() || !parent.checkVisibility(SHOWN)) continue;
      if (hiddenParent(parent) || parent.closest('option, script, style, noscript')) continue;
      // What is above the page, like a skip link without the focus, cannot be scrolled to.
      const rects = rectsOf(node, 0, node.length).filter(({ bottom }) => bottom + scrollY > 0);
      const box = cuttingParent(parent);
      const layer = layerOf(parent);
      const edge = box && box !== document.body && box !== document.documentElement && box.getBoundingClientRect();
      const { webkitLineClamp, textOverflow, overflowX, overflowY } = styleOf(box ?? document.body);
      const isShortened = webkitLineClamp !== 'none' || textOverflow === 'ellipsis';
      for (const rect of rects) {
        const { left, right, top, bottom } = rect;
        if (edge) {
          const outside = left >= edge.right || right <= edge.left || top >= edge.bottom - SLACK || bottom <= edge.top;
          if (outside) continue;
          const isCutAside =
            isCut(overflowX) && !isScrolled(overflowX) && (right > edge.right + SLACK || left < edge.left - SLACK);
          const isCutBelow = isCut(overflowY) && !isScrolled(overflowY) && bottom > edge.bottom + SLACK;
          if (!isShortened && (isCutAside || isCutBelow)) found.push(`cut off: "${short(node.data)}"`);
        }
        const shrink = ((bottom - top) * (1 - GLYPHS)) / 2;
        lines.push({
          text: short(node.data),
          node,
          layer,
          left,
          right,
          top: top + shrink,
          bottom: bottom - shrink,
        });
      }
      // Typed texts and codes may break anywhere.
      const { overflowWrap, wordBreak, hyphens, fontSize } = styleOf(parent);
      if (rects.length < 2 || overflowWrap === 'anywhere') continue;
      // A word that fits into the widest of its lines is broken nowhere, unless its style breaks any word.
      const breaksAny = wordBreak !== 'normal' || hyphens === 'auto';
      const fits = Math.max(...rects.map(({ width }) => width)) / (parseFloat(fontSize) * WIDEST);
      for (const { 0: token, index: start } of node.data.matchAll(/\S+/g)) {
        if (token.includes('/')) continue; // a URL
        for (const { 0: word, index } of token.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
          if (word.length > LONGEST || (!breaksAny && word.length < fits)) continue;
          const from = start + index;
          // The hyphen that a soft hyphen becomes counts as part of the letter behind it.
          const isSecondPart = node.data[from - 1] === SOFT_HYPHEN;
          // The lines that are cut off do not count.
          const tops = rectsOf(node, from + Number(isSecondPart), from + word.length)
            .map(({ top }) => top)
            .filter((top) => !edge || isScrolled(overflowY) || top < edge.bottom - SLACK);
          if (tops.length > 1 && Math.max(...tops) - Math.min(...tops) > SLACK) found.push(`broken: "${word}"`);
        }
      }
    }
    lines.sort((a, b) => a.top - b.top);
    for (const [at, a] of lines.entries())
      for (let next = at + 1; next < lines.length && lines[next]!.top < a.bottom - SLACK; next++) {
        const b = lines[next]!;
        const overlaps = a.left < b.right - SLACK && b.left < a.right - SLACK;
        if (overlaps && a.node !== b.node && a.layer === b.layer) found.push(`overlap: "${a.text}" and "${b.text}"`);
      }
    return [...new Set(found)];
  });
