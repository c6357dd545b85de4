import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { germanDay } from '#src/shared/german-day.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { fieldsOf, textsShop } from '../../support/shops/texts-shop.ts';

const own = forFile(() => textsShop());
let editor: DeskVisitor;
beforeAll(() => {
  ({ editor } = own);
});

const RECIPES = '/desk/texts/recipes';
const COCADA = `${RECIPES}/cocada`;
const SHARED = { published: '2026-11-29', count: '12', of: 'pieces', prep: '10', cook: '25', 'care-hot-sugar': 'on' };
const COCONUT = { pt: 'água de coco', de: 'Kokoswasser', en: 'coconut water' };
const SUGAR = { pt: 'açúcar', de: 'Zucker', en: 'sugar' };
/** The fields of an ingredient. */
const row = (number: number, parts: Record<string, string>) =>
  Object.fromEntries(Object.entries(parts).map(([part, value]) => [`${part}-${number}`, value]));
const textIn = (language: string, title: string, step: string) => ({
  [`title_${language}`]: title,
  [`description_${language}`]: `${title}.`,
  [`markdown_${language}`]: `1. ${step}\n2. Pronto.`,
});
const IN_PORTUGUESE = textIn('pt', 'Cocada', 'Ferva **tudo**.');
const IN_OTHERS = {
  ...textIn('de', 'Cocada: Kokoskonfekt', 'Alles kochen.'),
  ...textIn('en', 'Cocada', 'Boil everything.'),
};
const formOf = async (address: string) => fieldsOf((await editor.get(address)).html, 'name="published"');
const send = async (changes: Record<string, string>, address = COCADA) =>
  editor.post(address, { ...(await formOf(address)), act: 'save', ...changes });

it('a recipe is a draft until all its languages are there, and its ingredients keep their order', async () => {
  const draft = {
    ...{ ...SHARED, draft: 'on', ...IN_PORTUGUESE },
    ...row(1, { amount: '0,5', unit: 'l', code: 'AGUA', substitute: 'PAO', ...COCONUT }),
    ...row(3, { amount: '2', unit: '', ...SUGAR }),
  };
  expect((await send(draft, `${RECIPES}/new`)).location).toBe(`${RECIPES}?done=textWaits`);
  expect(own.fileText('recipes/cocada.yaml')).toBe(
    [
      `published: 2026-11-29\nupdated: ${germanDay(new Date().toISOString())}`,
      'draft: true\nmakes: 12 pieces\nprep: 10\ncook: 25\ncare:\n  - hot-sugar\ningredients:',
      '  - amount: 0.5 l\n    code: AGUA\n    substitute: PAO\n    pt: água de coco\n    de: Kokoswasser\n    en: coconut water',
      '  - amount: 2\n    pt: açúcar\n    de: Zucker\n    en: sugar\n',
    ].join('\n'),
  );
  // The desk is in English, and only the Portuguese text is there.
  expect((await editor.get(RECIPES)).html).toMatch(new RegExp(`href="${COCADA}"[^>]*>Cocada<`));
  const { draft: _draft, ...asPublic } = await formOf(COCADA);
  const refused = await editor.post(COCADA, { ...asPublic, act: 'save' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('Method (Deutsch)');
  const saved = await editor.post(COCADA, { ...asPublic, ...IN_OTHERS, keywords_de: 'Süßes, Kokos', act: 'save' });
  expect(saved.location).toBe(`${COCADA}?done=textSaved`);
  expect(own.fileText('recipes/cocada.de-DE.md')).toBe(
    '---\ntitle: "Cocada: Kokoskonfekt"\ndescription: "Cocada: Kokoskonfekt."\nkeywords:\n  - Süßes\n  - Kokos\n---\n\n1. Alles kochen.\n2. Pronto.\n',
  );
  expect((await send({})).location).toBe(`${COCADA}?done=nothingChanged`);
});

it('an ingredient moves up and further ones appear without saving, and with everything that was typed', async () => {
  const before = own.fileText('recipes/cocada.yaml');
  const moved = await send({ act: 'up-2', title_pt: 'Cocada mole' });
  expect(moved.status).toBe(200);
  const fields = fieldsOf(moved.html, 'name="published"');
  expect(fields).toMatchObject({ 'de-1': 'Zucker', 'amount-2': '0,5', 'code-2': 'AGUA', title_pt: 'Cocada mole' });
  const more = await editor.post(COCADA, { ...fields, act: 'more', ...row(4, { en: 'salt' }) });
  expect(fieldsOf(more.html, 'name="published"')).toMatchObject({ 'en-3': 'salt', 'en-6': '' });
  expect(own.fileText('recipes/cocada.yaml')).toBe(before);
});

it.each([
  ['an amount that is none', row(1, { amount: 'viel' }), 'Ingredient 1, Amount'],
  ['an amount that may mean thousands', row(1, { amount: '1.500' }), 'may mean 1500 or 1,5000'],
  ['an ingredient without a name', row(2, { de: '' }), 'Ingredient 2, Name (Deutsch)'],
  ['a product that is above already', row(2, { code: 'AGUA' }), 'Ingredient 2, Product code'],
  ['a substitute without a product', row(1, { code: '' }), 'Ingredient 1, Substitute'],
  ['no portions', { count: '0' }, 'Makes'],
  ['minutes in words', { cook: 'lange' }, 'Cooking and baking in minutes'],
  ['an unknown product', row(2, { code: 'NIX-999' }), 'No product has the code NIX-999'],
  ['steps without numbers', { markdown_en: 'Boil it.' }, 'Method (English (US))'],
  ['HTML that the shop leaves out', { markdown_en: '1. <script>alert(1)</script>' }, '<script>'],
])('a recipe with %s is refused, and what was typed stays', async (_what, changes, message) => {
  const before = own.fileText('recipes/cocada.yaml');
  const refused = await send({ ...changes, title_pt: 'Outra' } as Record<string, string>);
  expect(refused.status).toBe(400);
  expect(refused.text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toContain(message);
  expect(fieldsOf(refused.html, 'name="published"')).toMatchObject({ ...changes, title_pt: 'Outra' });
  expect(own.fileText('recipes/cocada.yaml')).toBe(before);
});

it('an ingredient that is refused stays open on a phone, with its field marked', async () => {
  const { html } = await send(row(2, { code: 'NIX-999' }));
  const rows = html.split('<fieldset class="desk-card recipe-row').slice(1);
  const isOpen = (row = '') => /<details[^>]* open/.test(row);
  expect([isOpen(rows[0]), isOpen(rows[1])]).toEqual([false, true]);
  expect(html.match(/<input[^>]*aria-invalid[^>]*>/g)).toEqual([expect.stringContaining('name="code-2"')]);
});

it('a refused number of a recipe is marked, and the reason stands beside it', async () => {
  const { html } = await send({ count: '0' });
  expect(html.match(/<input[^>]*aria-invalid[^>]*>/g)).toEqual([expect.stringContaining('name="count"')]);
  expect(html).toMatch(/name="count"[^>]* aria-describedby="field-count-mistake"/);
  expect(html).toMatch(/id="field-count-mistake">[^<]*Makes/);
});

it('a recipe is previewed as it was typed, in a language that is complete', async () => {
  const typed = { ...(await formOf(COCADA)), markdown_de: '1. Alles *lange* kochen.', title_en: '' };
  const { html, status } = await editor.post(`${RECIPES}/preview/de-DE`, typed);
  expect(status).toBe(200);
  expect(html).toContain('<h1>Cocada: Kokoskonfekt</h1>');
  expect(html).toContain('<em>lange</em>');
  expect(html).toContain('Água de Coco');
  const incomplete = await editor.post(`${RECIPES}/preview/en-US`, typed);
  expect([incomplete.status, incomplete.text]).toEqual([400, expect.stringContaining('Title (English (US))')]);
});

it('a recipe of the demo is saved from its form without a change, comments included', async () => {
  const names = ['feijoada', 'caipirinha', 'acai-na-tigela'];
  for (const ending of ['yaml', 'pt-BR.md', 'de-DE.md', 'en-US.md'])
    for (const name of names)
      cpSync(`src/content/recipes/${name}.${ending}`, path.join(own.content, `recipes/${name}.${ending}`));
  for (const name of names) {
    expect((await send({}, `${RECIPES}/${name}`)).location).toBe(`${RECIPES}/${name}?done=nothingChanged`);
    await send({ 'de-1': 'Erstes', cook: '7' }, `${RECIPES}/${name}`);
  }
  const written = own.fileText('recipes/feijoada.yaml');
  expect(written).toContain('prep: 40 # minutes');
  expect(written).toContain('de: Erstes');
  expect(written.replace('Erstes', 'schwarze Bohnen').replace('cook: 7', 'cook: 150').split('\n').slice(3)).toEqual(
    readFileSync('src/content/recipes/feijoada.yaml', 'utf8')
      .replace('[dried-beans]', '[ dried-beans ]')
      .split('\n')
      .slice(3),
  );
});

it('a form keeps what was typed when the recipe’s file has a mistake, and when somebody removed the recipe', async () => {
  const typed = { ...(await formOf(COCADA)), title_pt: 'Cocada mole', act: 'save' };
  const file = path.join(own.content, 'recipes/cocada.yaml');
  const good = own.fileText('recipes/cocada.yaml');
  for (const [broken, message] of [
    [`${good}\n   cook: [`, 'contains a mistake'],
    ['ingredients:\n  - \n', 'Both versions'],
    ['makes: *none\n', 'contains a mistake'],
  ] as const) {
    writeFileSync(file, broken);
    expect((await editor.get(RECIPES)).status).toBe(200);
    const { digest = '' } = await formOf(COCADA);
    const refused = await editor.post(COCADA, { ...typed, ...(message.startsWith('contains') && { digest }) });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)]);
    expect(fieldsOf(refused.html, 'name="published"').title_pt).toBe('Cocada mole');
  }
  rmSync(file);
  const gone = await editor.post(COCADA, typed);
  expect(gone.status).toBe(400);
  expect(fieldsOf(gone.html, 'name="published"').title_pt).toBe('Cocada mole');
  writeFileSync(file, good);
});

it('a conflicting save shows both versions, and a removed recipe takes its files along', async () => {
  const seen = await formOf(COCADA);
  await send({ title_de: 'Cocada heute' });
  const conflict = await editor.post(COCADA, { ...seen, title_de: 'Cocada gestern', act: 'save' });
  expect([conflict.status, conflict.text]).toEqual([400, expect.stringContaining('Cocada heute')]);
  const removal = fieldsOf((await editor.get(COCADA)).html, 'value="remove"');
  expect((await editor.post(COCADA, { ...removal, act: 'remove' })).location).toBe(`${RECIPES}?done=textSaved`);
  expect(() => own.fileText('recipes/cocada.yaml')).toThrow('ENOENT');
  expect((await editor.get(COCADA)).status).toBe(404);
  expect((await own.acts()).map(({ act }) => act)).toEqual(
    expect.arrayContaining(['texts.recipeAdd', 'texts.recipe', 'texts.recipeRemove']),
  );
  expect((await own.owner.get('/desk/record')).status).toBeLessThan(500);
});
