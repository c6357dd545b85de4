import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emailKey } from '#src/server/auth/email.ts';
import { passwordProblem } from '#src/shared/password.ts';
import { parseLegalText } from '#src/features/legal/server/legal.loader.ts';
import { toNamedAddress } from '#src/features/checkout/server/review.ts';
import { negotiateLocale, parseLocale } from '#src/i18n/locales.ts';
import { markdownProblem } from '#src/server/content/markdown-limits.ts';
import { withoutAddresses } from '#src/server/logged-error.ts';
import { loggedUrl } from '#src/server/http/logged-url.ts';
import { acceptsCoding } from '#src/server/http/negotiation.ts';
import { networkOf } from '#src/server/http/network.ts';
import { routePath } from '#src/server/http/route-path.ts';
import { fold } from '#src/shared/fold.ts';
import { parseEuro } from '#src/shared/typed-number.ts';
import { hostileTexts } from '../support/texts/hostile-texts.ts';
import { inputsOf } from '../support/texts/json-inputs.ts';
import { excessiveTime, threadTime } from '../support/least-time.ts';

/** Code that reads text of a request before a schema has limited it. */
const READERS: Record<string, (text: string) => unknown> = {
  fold,
  parseEuro,
  emailKey: (text) => emailKey(`ana@${text}`),
  passwordProblem: (text) => passwordProblem(text, text),
  loggedUrl: (text) => loggedUrl(`/${text}`),
  'loggedUrl of a query': (text) => loggedUrl(`/?${text}`),
  routePath: (text) => routePath(`/${text}`),
  negotiateLocale,
  parseLocale,
  acceptsCoding: (text) => acceptsCoding('gzip', text),
  networkOf,
  withoutAddresses,
  markdownProblem,
  'a legal text': (text) => {
    try {
      parseLegalText(
        'terms.de-DE.md',
        `---\ntitle: A\ndescription: B\nupdated: 2026-11-21\ndraft: true\n---\n${text}`,
        new Map(),
      );
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('terms.de-DE.md'))) throw error;
    }
  },
  'the address that PayPal names': (text) => toNamedAddress({ name: text, line1: text, line2: text, city: text }),
};

/** A quarter of the text takes a quarter of the time, and a sixteenth when the time is quadratic. */
const QUARTERS = hostileTexts(16_000);
const MOST_GROWTH = 8;
const growth = (name: string, text: string, read: (text: string) => unknown) =>
  excessiveTime(threadTime, read, [text, QUARTERS[name]!], MOST_GROWTH);

it('a reader in quadratic time is found out, with both times', async () => {
  const spaces = (count: number) => `a${' '.repeat(count)}b`;
  const times = await excessiveTime(
    threadTime,
    (text: string) => /\s+$/.test(text),
    [spaces(12_000), spaces(1500)], // 64 times as long: on a busy machine even processor time swells
    MOST_GROWTH,
  );
  expect(times).toMatch(/^\d+ ms, with harmless text \d+\.\d ms$/);
});

describe.each(Object.entries(READERS))('%s', (_name, read) => {
  it.each(Object.entries(hostileTexts()))('reads 64 KB of %s in little processor time', async (name, text) => {
    expect(await growth(name, text, read)).toBeUndefined();
  });
});

/** At most 30,000 characters, which marked reads in quadratic time. */
const MARKDOWN: Record<string, string> = {
  'a table with many columns and rows': `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${'a\n'.repeat(1900)}`,
  'tables one below the other': `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'a\n'.repeat(40)}\n`.repeat(10),
  'a long word before an @': `${'a'.repeat(29_000)}@`,
  'a long word with dots before an @': `${'a.'.repeat(14_000)}@b`,
  'marks of emphasis': '_a'.repeat(14_000),
};

it.each(Object.entries(MARKDOWN))('the Markdown renderer refuses %s', (_name, text) => {
  expect(markdownProblem(text)).toBe('markdown_too_complex');
});

it('the Markdown renderer accepts a table of facts and an e-mail address', () => {
  expect(markdownProblem(`|a|b|\n|-|-|\n${'|a|b|\n'.repeat(200)}\n\nServicio.al.cliente@example.org`)).toBeUndefined();
});

const modules = globSync('src/**/*.schema.ts').map((file) => file.replaceAll('\\', '/'));

describe.each(modules)('the schemas of %s', async (file) => {
  const exported = (await import(`../../${file}`)) as Record<string, unknown>;
  const schemas = Object.entries(exported).flatMap(([name, value]) => {
    const made = typeof value === 'function' && value.length <= 1 ? (value as (max: number) => unknown)(120) : value;
    return made instanceof z.ZodType
      ? [{ name, schema: made, json: z.toJSONSchema(made, { io: 'input', unrepresentable: 'any' }) }]
      : [];
  });
  it('are read', () => {
    expect(schemas.length).toBeGreaterThan(0);
  });
  it.each(schemas)('$name reads 64 KB of hostile text in little processor time', async ({ schema, json }) => {
    for (const [name, text] of Object.entries(hostileTexts()))
      for (const fill of inputsOf(json))
        expect(await growth(name, text, (value) => schema.safeParse(fill(value))), name).toBeUndefined();
  });
});
