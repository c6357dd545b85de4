import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { fieldsOf, textsShop } from '../../support/shops/texts-shop.ts';

const own = forFile(() => textsShop());
let editor: DeskVisitor;
beforeAll(() => {
  ({ editor } = own);
});

const TEA = '/desk/texts/stories/cha-de-casa';
const IN_GERMAN = { title_de: 'Tee von zu Hause', description_de: 'Ein Satz.', markdown_de: 'Tee ist **heiß**.' };
const IN_OTHERS = {
  title_pt: 'Chá de casa',
  description_pt: 'Uma frase.',
  markdown_pt: 'Chá é quente.',
  title_en: 'Tea: at home',
  description_en: 'A sentence.',
  markdown_en: 'Tea is hot.',
};
const formOf = async (address: string) => fieldsOf((await editor.get(address)).html, 'name="published"');
const save = async (changes: Record<string, string>, address = TEA, fields?: Record<string, string>) =>
  editor.post(address, { ...(fields ?? (await formOf(address))), act: 'save', ...changes });

it('a draft may be incomplete, and a page goes to the shop with all its languages only', async () => {
  const draft = { published: '2026-11-29', draft: 'on', title_pt: 'Chá de casa', ...IN_GERMAN };
  const added = await editor.post('/desk/texts/stories/new', {
    ...(await formOf('/desk/texts/stories/new')),
    ...draft,
  });
  expect(added.location).toBe('/desk/texts/stories?done=textWaits');
  expect(own.fileText('pages/cha-de-casa.yaml')).toContain('draft: true');
  const { draft: _draft, ...asPublic } = await formOf(TEA);
  const refused = await save({}, TEA, asPublic);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Text (English (US))');
  expect(own.fileText('pages/cha-de-casa.yaml')).toContain('draft: true');
  expect((await save(IN_OTHERS, TEA, asPublic)).location).toBe(`${TEA}?done=textSaved`);
  expect(own.fileText('pages/cha-de-casa.yaml')).toMatch(/^published: 2026-11-29\nupdated: \d{4}-\d\d-\d\d\n$/);
  expect(own.fileText('pages/cha-de-casa.en-US.md')).toBe(
    '---\ntitle: "Tea: at home"\ndescription: A sentence.\n---\n\nTea is hot.\n',
  );
  expect((await save({})).location).toBe(`${TEA}?done=nothingChanged`);
});

it('a page is previewed as it was typed, without what the shop leaves out', async () => {
  const typed = { ...(await formOf(TEA)), markdown_de: 'Tee ist *lau*.<script>alert(1)</script>' };
  const { html } = await editor.post('/desk/texts/stories/preview/de-DE', typed);
  expect(html).toContain('<h1>Tee von zu Hause</h1>');
  expect(html).toContain('<em>lau</em>');
  expect(html).not.toContain('alert(1)');
  expect((await save({ markdown_de: typed.markdown_de })).text).toContain('&lt;script&gt;');
  expect(own.fileText('pages/cha-de-casa.de-DE.md')).toContain('**heiß**');
});

it('a page shows both versions after a conflicting save, and is refused an unknown product’s picture', async () => {
  const seen = await formOf(TEA);
  await save({ title_de: 'Tee von heute' });
  const conflict = await save({ title_de: 'Tee von gestern' }, TEA, seen);
  expect(conflict.status).toBe(400);
  expect(conflict.text).toContain('Tee von heute');
  expect(own.fileText('pages/cha-de-casa.de-DE.md')).toContain('Tee von heute');
  expect((await save({ picture: 'NIX-999' })).status).toBe(400);
});

it('a page that is removed takes its files along, and “About us” is written at its own address', async () => {
  const removal = fieldsOf((await editor.get(TEA)).html, 'value="remove"');
  expect((await editor.post(TEA, { ...removal, act: 'remove' })).location).toBe('/desk/texts/stories?done=textSaved');
  for (const ending of ['.yaml', '.pt-BR.md', '.de-DE.md', '.en-US.md'])
    expect(existsSync(path.join(own.content, `pages/cha-de-casa${ending}`))).toBe(false);
  expect((await editor.get(TEA)).status).toBe(404);
  const about = '/desk/texts/stories/about';
  const { draft: _draft, ...form } = await formOf(about);
  expect((await save({ ...IN_OTHERS, ...IN_GERMAN }, about, form)).location).toContain('done=textSaved');
  expect(own.fileText('pages/about.de-DE.md')).toContain('title: Tee von zu Hause');
});
