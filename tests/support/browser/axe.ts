import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page } from 'playwright/test';
import { isDesk } from '#src/shared/paths.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { expectNoIbmViolations } from './ibm-checker.ts';

interface PageWithAxe {
  axe: { run: (options: RunOptions) => Promise<AxeResults> };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another colour scheme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const RULES = {
  // Who speaks to the device says what the button shows (WCAG 2.5.3); axe leaves this rule out by itself.
  'label-content-name-mismatch': { enabled: true },
};
// Of what passed only the rules are counted: naming each of its elements takes half the time.
const RESULTS: RunOptions['resultTypes'] = ['violations', 'incomplete'];
const OPTIONS: RunOptions = { runOnly: { type: 'tag', values: TAGS }, rules: RULES, resultTypes: RESULTS };
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: COLOUR_RULES }, resultTypes: RESULTS };

/** A bar at the lower edge covers a few texts. */
const MOST_COVERED = 8;

/**
 * Checks a page in light colours, then its colours in the dark scheme: opening it again would take longer than the
 * check. A second engine checks German pages of the shop, too: each type of page once, and in `npm run test:all` each
 * of their states. Fails also where something covers most texts, because axe passes over them.
 */
export async function expectNoViolationsInBothSchemes(page: Page, bySecondEngine = isWholeMatrix): Promise<void> {
  const light = await expectNoViolations(page);
  // In one language, because other words change nothing, and not in the desk, whose tables hide columns on phones: the
  // engine takes each for a table with missing headings.
  const isGerman = (await page.getAttribute('html', 'lang')) === 'de-DE';
  if (bySecondEngine && isGerman && !isDesk(new URL(page.url()).pathname)) await expectNoIbmViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Until then a colour may be one between the two schemes.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : []))),
  );
  const dark = await (isWholeMatrix ? expectNoViolations(page) : runAxe(page, COLOURS));
  await page.emulateMedia({ colorScheme: 'light' });
  for (const { incomplete } of [light, dark]) {
    const covered = incomplete.flatMap(({ nodes }) =>
      nodes.filter((node) => node.any.some(isCovered)).map(({ html }) => html),
    );
    expect(covered.length, `${page.url()}: ${covered.join(', ')}`).toBeLessThanOrEqual(MOST_COVERED);
  }
}

const isCovered = ({ data }: { data: unknown }) => (data as { messageKey?: string } | null)?.messageKey === 'bgOverlap';

/** Fails also unless at least `rules` rules found something to check. */
export async function expectNoViolations(page: Page, rules = 20): Promise<AxeResults> {
  // What a frame shows is checked as a part of the page.
  for (const frame of page.frames()) await frame.evaluate(AXE);
  const results = await runAxe(page, OPTIONS);
  expect(results.passes.length, page.url()).toBeGreaterThan(rules);
  return results;
}

/** Runs the axe that the page has loaded. */
async function runAxe(page: Page, how: RunOptions): Promise<AxeResults> {
  const results = await page.evaluate(async (options) => {
    // To axe it covers the whole page, though it draws nothing but its links. As a part of the flow it covers nothing.
    const floating = document.querySelector<HTMLElement>('.floating');
    if (floating) floating.style.position = 'static';
    try {
      return await (window as unknown as PageWithAxe).axe.run(options);
    } finally {
      if (floating) floating.style.position = '';
    }
  }, how);
  expectNone(page, results);
  return results;
}

function expectNone(page: Page, { violations }: AxeResults): void {
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })),
    page.url(),
  ).toEqual([]);
}
