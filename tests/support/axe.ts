import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Who speaks to the device says what the button shows (WCAG 2.5.3); axe leaves this rule out by itself. */
const RULES = { 'label-content-name-mismatch': { enabled: true } };

/** At least so many rules found something to look at. */
export async function expectNoViolations(page: Page, rules = 20): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).options({ runOnly: { type: 'tag', values: TAGS }, rules: RULES }).analyze();
  expect(passes.length).toBeGreaterThan(rules);
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }))).toEqual(
    [],
  );
}
