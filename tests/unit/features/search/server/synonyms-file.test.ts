import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMistake } from '#src/server/content/mistake.ts';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { readSynonyms } from '#src/features/search/server/synonyms-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'synonyms-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(text: string) {
  writeFileSync(path.join(folder, 'synonyms.csv'), text);
  const { groups, mistakes } = await readSynonyms(folder);
  return { groups, mistakes: mistakes.map(describeMistake) };
}

describe('the file of synonyms', () => {
  it('of the shop is valid and covers all three languages', async () => {
    const { groups, mistakes } = await readSynonyms('src/content/search');
    expect(mistakes.map(describeMistake)).toEqual([]);
    expect(groups.length).toBeGreaterThan(50);
    expect(groups).toContainEqual(expect.arrayContaining(['aipim', 'Maniok', 'cassava']));
  });

  it('contains a group of terms in each row, separated by commas; languages may be empty', async () => {
    expect(await read('pt,de,en\n"mandioca, aipim",Maniok,cassava\nbolacha,Keks,\n')).toEqual({
      groups: [
        ['mandioca', 'aipim', 'Maniok', 'cassava'],
        ['bolacha', 'Keks'],
      ],
      mistakes: [],
    });
  });

  it('is refused row by row, with line, field and what to write', async () => {
    const long = 'x'.repeat(301);
    const { groups, mistakes } = await read(
      [
        'pt,de,en',
        'mandioca,Maniok,',
        'só uma,,',
        '"um, dois, ??",eins,',
        'ab cd ef gh ij,fünf,',
        `${long},lang,`,
      ].join('\n'),
    );
    expect(groups).toEqual([['mandioca', 'Maniok']]);
    expect(mistakes).toEqual([
      'synonyms.csv:3: names nothing that means the same. Write at least two terms, or remove the row.',
      'synonyms.csv:4 pt: "??" is not a word. Write words between the commas.',
      'synonyms.csv:5 pt: "ab cd ef gh ij" has more than 4 words. Shorten it, or part it by commas.',
      'synonyms.csv:6 pt: has 301 characters. Write at most 300.',
    ]);
  });

  it('may have a term in two rows', async () => {
    expect(await read('pt,de,en\n"erva-mate, chimarrão",Mate,\n"chá, erva-mate",Tee,tea\n')).toEqual({
      groups: [
        ['erva-mate', 'chimarrão', 'Mate'],
        ['chá', 'erva-mate', 'Tee', 'tea'],
      ],
      mistakes: [],
    });
  });

  it('is refused as a whole with unknown columns', async () => {
    const known = LOCALE_CODES.map((locale) => LOCALES[locale].csv).join(', ');
    expect((await read('pt,vo\nmandioca,manioc\n')).mistakes).toEqual([
      `synonyms.csv:1 vo: is not a column. Known columns: ${known}.`,
    ]);
  });
});
