import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCES = globSync('src/{desk,pages/desk,features/*/desk}/**/*.astro').filter(
  (file) => !file.endsWith('src/desk/Form.astro'),
);

it('every desk form posts through the component that adds the session’s token', () => {
  expect(SOURCES.length).toBeGreaterThan(60);
  const posts = (file: string) => /<form\b[^>]*\bmethod|\bformmethod/i.test(readFileSync(file, 'utf8'));
  expect(SOURCES.filter(posts)).toEqual([]);
});
