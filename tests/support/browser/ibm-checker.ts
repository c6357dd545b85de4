import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Checker } from 'accessibility-checker-engine';
import { expect, type Page } from 'playwright/test';

interface PageWithChecker {
  ace: { Checker: new () => Checker };
}

const ENGINE = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8');

/** What the engine reports although the page is right, with the reason. */
const EXCEPTIONS: Record<string, string> = {};

/**
 * Checks a page with IBM's engine. It has rules that axe lacks, for example about landmarks and lists. Only what it is
 * sure about counts: its "potential" violations ask a person to look.
 */
export async function expectNoIbmViolations(page: Page): Promise<void> {
  await page.evaluate(ENGINE);
  const found = await page.evaluate(async () => {
    const checker = new (window as unknown as PageWithChecker).ace.Checker();
    const { results } = await checker.check(document, ['WCAG_2_2']);
    return results
      .filter(({ value }) => String(value) === 'VIOLATION,FAIL')
      .map(({ ruleId, reasonId, message, snippet, path }) => ({ ruleId, reasonId, message, snippet, at: path['dom'] }));
  });
  expect(
    found.filter(({ ruleId }) => !(ruleId in EXCEPTIONS)),
    page.url(),
  ).toEqual([]);
}
