import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { isWholeMatrix } from '../run/matrix.ts';

type Options = Parameters<AxeBuilder['options']>[0];
type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
interface PageWithAxe {
  axe: { run: (options: Options) => Promise<Results> };
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Who speaks to the device says what the button shows (WCAG 2.5.3); axe leaves this rule out by itself. */
const RULES = { 'label-content-name-mismatch': { enabled: true } };
// Of what passed only the rules are counted: naming each of its elements takes half the time.
const OPTIONS: Options = { runOnly: { type: 'tag', values: TAGS }, rules: RULES, resultTypes: ['violations'] };

/** What another colour scheme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks nothing but colours, because the rest of a page is the same in every colour scheme, with the axe that the page has loaded. */
async function expectGoodContrast(page: Page): Promise<void> {
  const options: Options = { runOnly: { type: 'rule', values: COLOUR_RULES }, resultTypes: ['violations'] };
  expectNone(page, await page.evaluate((given) => (window as unknown as PageWithAxe).axe.run(given), options));
}

/** Checks a page in light colours, then its colours in the dark scheme: opening it again would take longer than the check. */
export async function expectNoViolationsInBothSchemes(page: Page): Promise<void> {
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Until then a colour may be one between the two schemes.
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each instanceof CSSTransition && each.finished)));
  await (isWholeMatrix ? expectNoViolations(page) : expectGoodContrast(page));
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Fails also unless at least `rules` rules found something to check. */
export async function expectNoViolations(page: Page, rules = 20, options = OPTIONS): Promise<void> {
  // Else every call opens one more page, for frames of other hosts, which the shop has none of.
  const results = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  expect(results.passes.length, page.url()).toBeGreaterThan(rules);
  expectNone(page, results);
}

function expectNone(page: Page, { violations }: Results): void {
  expect(
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })),
    page.url(),
  ).toEqual([]);
}
