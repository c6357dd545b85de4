import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Checker } from 'accessibility-checker-engine';
import { expect, type Page } from 'playwright/test';

interface PageWithChecker {
  ace: { Checker: new () => Checker };
}

const ENGINE = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8');

/** What the engine reports although the page is right: its rule, a part of the element's markup, and the reason. */
const EXCEPTIONS: readonly (readonly [rule: string, markup: string, reason: string])[] = [
  ['input_autocomplete_valid', 'autocomplete="username" type="email"', 'HTML allows user names in email fields.'],
  ['aria_form_label_unique', '<form', 'A form without a name is not a landmark; a heading precedes each one.'],
  ['table_headers_exists', 'class="purchases"', 'On a phone its headers are read, but shown to nobody.'],
];

/**
 * Checks a page with IBM's engine. It has rules that axe lacks, for example about landmarks and lists. Only what it is
 * sure about counts: its "potential" violations ask a person to look.
 */
export async function expectNoIbmViolations(page: Page): Promise<void> {
  await page.evaluate(ENGINE);
  const found = await page.evaluate(async () => {
    const checker = new (window as unknown as PageWithChecker).ace.Checker();
    const { results } = await checker.check(document, ['WCAG_2_2']);
    const at = (path: string) =>
      document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue as Element | null;
    return (
      results
        .filter(({ value }) => String(value) === 'VIOLATION,FAIL')
        // The engine checks what is folded up, but does not find the labels there.
        .filter(({ path }) => !at(path['dom']!)?.parentElement?.closest('details:not([open])'))
        .map(({ ruleId, reasonId, message, snippet, path }) => ({
          ruleId,
          reasonId,
          message,
          snippet,
          at: path['dom'],
        }))
    );
  });
  expect(
    found.filter(
      ({ ruleId, snippet }) => !EXCEPTIONS.some(([rule, markup]) => rule === ruleId && snippet.includes(markup)),
    ),
    page.url(),
  ).toEqual([]);
}
