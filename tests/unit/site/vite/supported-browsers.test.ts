import { readFileSync } from 'node:fs';
import browserslist from 'browserslist';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { supportedBrowsers } from '#src/site/vite/supported-browsers.ts';

describe('the supported browsers', () => {
  it('are the oldest versions of package.json, in the names that Vite knows', () => {
    expect(supportedBrowsers().toSorted()).toEqual(['chrome106', 'edge106', 'firefox115', 'ios15.6', 'safari15.6']);
  });

  it.each(LOCALE_CODES)('are named by the accessibility statement (%s)', (locale) => {
    const text = readFileSync(`src/content/legal/accessibility.${locale}.md`, 'utf8');
    const [, sentence = ''] = /(Safari.*?Firefox[^.]*)\./s.exec(text.replace('15.6', '15_6')) ?? [];
    const samsung = browserslist().flatMap((browser) => /^samsung ([\d.]+)/.exec(browser)?.[1] ?? []);
    const versions = [
      ...supportedBrowsers().map((browser) => browser.replace(/^\D+/, '')),
      `${Math.min(...samsung.map(Number))}`,
    ];
    expect(
      sentence
        .match(/\d+(?:_\d+)?/g)
        ?.map((version) => version.replace('_', '.'))
        .toSorted(),
    ).toEqual([...new Set(versions)].toSorted());
  });
});
