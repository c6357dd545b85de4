import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';

const FOLDER = 'src/content/legal';
const FILES = LEGAL_PAGES.flatMap((page) => LOCALE_CODES.map((locale) => `${page}.${locale}.md`));

interface Dated {
  updated: string;
  digest: string;
}
const recorded = JSON.parse(readFileSync(`${FOLDER}/dates.json`, 'utf8')) as Record<string, Dated | undefined>;

/** The digest covers what readers see, so a lawyer's approval (`draft`) changes no date. */
function dated(source: string): Dated {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/);
  const updated = lines.find((line) => line.startsWith('updated: '))?.slice('updated: '.length) ?? '';
  const text = lines.filter((line) => !/^(?:updated|draft): /.test(line)).join('\n');
  return { updated, digest: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

/** The instruction for the editor of a text; undefined when its date and its text are the recorded ones. */
function mistakeOf(file: string, now: Dated, before: Dated | undefined): string | undefined {
  if (before?.digest === now.digest && before.updated === now.updated) return undefined;
  if (before && before.digest !== now.digest && before.updated === now.updated)
    return (
      `${file} has changed, but its date is still ${now.updated}. Set "updated" in its head to the day of the ` +
      'change.'
    );
  return `Write the new date of ${file} to ${FOLDER}/dates.json: "${file}": ${JSON.stringify(now)}`;
}

describe('the date of a legal text', () => {
  it('is changed together with the text', () => {
    const mistakes = FILES.map((file) =>
      mistakeOf(file, dated(readFileSync(`${FOLDER}/${file}`, 'utf8')), recorded[file]),
    );
    expect(mistakes.filter(Boolean)).toEqual([]);
  });

  it('is required when the text changed and the date did not', () => {
    const [old, changed] = ['A', 'B'].map((text) => dated(`---\nupdated: 2026-11-24\ndraft: true\n---\n${text}\n`));
    expect(mistakeOf('a.md', changed!, old)).toContain('Set "updated"');
    expect(mistakeOf('a.md', { ...changed!, updated: '2026-11-25' }, old)).toContain('dates.json');
    expect(mistakeOf('a.md', old!, old)).toBeUndefined();
  });

  it('stays when only the approval changed', () => {
    expect(dated('---\ndraft: true\n---\nA')).toEqual(dated('---\ndraft: false\n---\nA'));
  });
});
