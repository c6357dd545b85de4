import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { picturedShop, wordsNow, wordsThen } from '../../gallery/document-pictures.ts';

it('a picture in the documents shows a page with the words of today', async () => {
  const shop = await picturedShop();
  try {
    expect(await wordsNow(shop), 'Take them anew: npm run gallery -- --documents').toEqual(wordsThen());
  } finally {
    await shop.copy.stop();
  }
});

it('every picture of the documents has a record of its page', () => {
  const pictures = globSync('tests/gallery/*.webp').map((file) => path.basename(file, '.webp'));
  expect(pictures.sort()).toEqual(Object.keys(wordsThen()).sort());
});
