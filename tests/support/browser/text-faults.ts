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

    interface Line {
      text: string;
      node: Text;
      layer: Element | null;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }

    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      if (!styles.has(element)) styles.set(element, getComputedStyle(element));
      return styles.get(element)!;
    };
    function* ancestors(element: Element | null) {
      for (let at = element; at; at = at.parentElement) yield at;
    }
    const nearest = (element: Element, fits: (style: CSSStyleDeclaration, at: Element) => boolean) => {
      for (const at of ancestors(element)) if (fits(styleOf(at), at)) return at;
      return null;
    };
    const isCut = (overflow: string) => overflow !== 'visible';
    const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
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
      const isForReaders = nearest(parent, ({ clipPath }) => clipPath === 'inset(50%)');
      if (isForReaders || parent.closest('option, script, style, noscript')) continue;
      // What is above the page, like a skip link without the focus, cannot be scrolled to.
      const rects = rectsOf(node, 0, node.length).filter(({ bottom }) => bottom + scrollY > 0);
      const box = nearest(parent, ({ overflowX, overflowY }) => isCut(overflowX) || isCut(overflowY));
      const layer = nearest(parent, ({ position }) => position === 'fixed' || position === 'sticky');
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
      if (rects.length < 2 || styleOf(parent).overflowWrap === 'anywhere') continue;
      for (const { 0: token, index: start } of node.data.matchAll(/\S+/g)) {
        if (token.includes('/')) continue; // a URL
        for (const { 0: word, index } of token.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
          if (word.length > LONGEST) continue;
          // The lines that are cut off do not count.
          const tops = rectsOf(node, start + index, start + index + word.length)
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
