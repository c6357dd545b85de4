import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadSlides } from '#src/features/home/server/slides.loader.ts';
import { listActs } from '#src/server/audit/audit.repository.ts';
import { changeContent } from '#src/server/content/change-content.ts';
import { actingAs, type Context } from '#src/server/context.ts';
import { ok } from '#src/shared/result.ts';
import { newStaff, type DeskVisitor } from '../../support/desk-visitor.ts';
import { changeContent as changeFile, writeContent } from '../../support/own-content.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

let own: StockedShop;
let url: string;
let content: string;
/** A context of this process on the same folder. */
let ctx: Context;
let editor: DeskVisitor;
let owner: DeskVisitor;

beforeAll(async () => {
  own = await stockedShop([
    { cod_catalog: 'AGUA', product_name: 'Água de Coco' },
    { cod_catalog: 'PAO', product_name: 'Pão de Queijo' },
  ]);
  content = path.join(own.env.DATA_DIR!, 'content');
  ctx = { ...own.ctx, config: { ...own.ctx.config, contentDir: content } };
  writeContent(content, {});
  ({ url } = await own.serve({ CONTENT_DIR: content }));
  editor = await newStaff(own.ctx, url, 'eda@example.org', 'editor');
  owner = await newStaff(own.ctx, url, 'ana@example.org', 'owner');
});
afterAll(() => own?.dispose());

const fileText = (name: string) => readFileSync(path.join(content, name), 'utf8');
const acts = async () =>
  (await listActs(own.ctx.db.read, { who: '', before: undefined, limit: 100 })).filter(({ act }) => act.startsWith('texts.'));

/** The fields of the form that has this button, or of the only form, as a browser would send them. */
function fieldsOf(html: string, button = ''): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(button) && part.includes('name="digest"')) ?? '';
  const decode = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    const isBox = tag.includes('type="checkbox"');
    if (name && tag.includes('type="file"') === false && (!isBox || tag.includes('checked')))
      fields[name] = isBox ? 'on' : decode(/value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  for (const [, name = '', text = ''] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n?([^<]*)<\/textarea>/g))
    fields[name] = decode(text);
  for (const [, name = '', options = ''] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>([^]*?)<\/select>/g))
    fields[name] = /value="([^"]*)"[^>]* selected/.exec(options)?.[1] ?? '';
  return fields;
}

const withFile = (fields: Record<string, string>, bytes: Uint8Array): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('picture', new File([Uint8Array.from(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
  return form;
};
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })
    .withExif({ IFD0: { Make: 'Camera' } })
    .jpeg()
    .toBuffer();

describe('a slide', () => {
  const SLIDE = '/desk/texts/slides/yoki';
  const save = async (changes: Record<string, string>, fields?: Record<string, string>) =>
    editor.post(SLIDE, { ...(fields ?? fieldsOf((await editor.get(SLIDE)).html, 'value="save"')), act: 'save', ...changes });

  it('is changed in three languages, and the rest of the file stays as it is', async () => {
    const before = fileText('slides/slides.csv').split('\n');
    const saved = await save({ title_de: 'Popcorn, heiß', title_pt: 'Pipoca\nquente' });
    expect(saved.location).toBe(`${SLIDE}?done=textSaved`);
    const after = fileText('slides/slides.csv').split('\n');
    expect(after.filter((line, index) => line !== before[index])).toEqual([expect.stringMatching(/^yoki,.*Pipoca quente,"Popcorn, heiß"/)]);
    expect((await editor.get(`${SLIDE}?done=textSaved`)).text).toContain('in about a minute');
    expect((await editor.get(SLIDE)).text).toMatch(/eda@example.org changed a slide title_pt/);
  });

  it('is refused when a build would refuse it, names the field, and keeps what was typed', async () => {
    const refused = await save({ title_de: '', alt_en: 'kept' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please check: Title (Deutsch)');
    expect(refused.html).toContain('kept');
  });

  it('shows both versions when somebody else saved it, and a second save keeps the own one', async () => {
    const stale = fieldsOf((await editor.get(SLIDE)).html, 'value="save"');
    await save({ text_en: 'Of the other editor' });
    const refused = await save({ text_en: 'Of this editor' }, stale);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/Saved in the meantime.*Yours.*Of the other editor\s+Of this editor/);
    expect(fileText('slides/slides.csv')).not.toContain('Of this editor');
    await save({}, fieldsOf(refused.html, 'value="save"'));
    expect(fileText('slides/slides.csv')).toContain('Of this editor');
  });

  it('gets a picture, cut to its shape and without what the camera wrote into it', async () => {
    expect((await editor.post(SLIDE, withFile({ act: 'picture' }, await picture(1600, 1200)))).location).toContain('done=textSaved');
    const kept = await sharp(path.join(content, 'slides/yoki.webp')).metadata();
    expect([kept.width, kept.height, kept.exif]).toEqual([1600, 640, undefined]);
    expect(existsSync(path.join(content, 'slides/yoki.svg'))).toBe(false);
    expect((await loadSlides(ctx, 'de-DE')).length).toBe(7);
  });

  it.each([
    ['a small picture', () => picture(1199, 480), 'It needs at least 1200 × 480'],
    ['a text', () => Buffer.from('no picture'), 'This picture cannot be used'],
    ['a drawing, which may contain more than a picture', () => readFileSync('src/content/slides/pilao.svg'), 'This picture cannot be used'],
    ['half a picture', async () => (await picture(1600, 1200)).subarray(0, 3000), 'This picture cannot be used'],
    ['nothing', () => new Uint8Array(), 'Choose a picture'],
  ])('keeps its picture when %s is sent', async (_, bytes, problem) => {
    const before = readFileSync(path.join(content, 'slides/yoki.webp'));
    const refused = await editor.post(SLIDE, withFile({ act: 'picture' }, await bytes()));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(problem);
    expect(readFileSync(path.join(content, 'slides/yoki.webp'))).toEqual(before);
  });

  it('is added with its picture, moved and removed', async () => {
    const { html } = await editor.get(SLIDE);
    const texts = { ...fieldsOf(html, 'value="save"'), brand: 'Pão & Cia', search: 'pão' };
    expect((await editor.post('/desk/texts/slides/new', texts)).text).toContain('Choose a picture');
    expect((await editor.post('/desk/texts/slides/new', withFile(texts, await picture(1200, 480)))).location).toContain('done=textSaved');
    const names = () =>
      fileText('slides/slides.csv')
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]);
    expect(names().at(-1)).toBe('pao-e-cia');
    const fields = fieldsOf((await editor.get('/desk/texts/slides')).html, 'value="pao-e-cia"');
    expect((await editor.post('/desk/texts/slides', { ...fields, act: 'up' })).location).toContain('done=textSaved');
    expect(names().at(-2)).toBe('pao-e-cia');
    const own = fieldsOf((await editor.get('/desk/texts/slides/pao-e-cia')).html, 'value="remove"');
    await editor.post('/desk/texts/slides/pao-e-cia', { ...own, act: 'remove' });
    expect(names()).not.toContain('pao-e-cia');
    expect(existsSync(path.join(content, 'slides/pao-e-cia.webp'))).toBe(false);
  });
});

describe('a legal text', () => {
  const TERMS = '/desk/texts/legal/terms-conditions/de-DE';
  const FILE = 'legal/terms-conditions.de-DE.md';
  let fields: Record<string, string>;
  beforeEach(async () => {
    fields = fieldsOf((await editor.get(TERMS)).html);
  });

  it('is saved with its day, and the version before can be seen and taken back', async () => {
    const before = fileText(FILE);
    const markdown = fields.markdown!.replace('## 1. Geltung', '## 1. Für wen sie gelten').replaceAll('\n', '\r\n');
    expect((await editor.post(TERMS, { ...fields, markdown })).text).toContain('Enter the day from which it applies');
    expect((await editor.post(TERMS, { ...fields, markdown, updated: '2999-01-01' })).location).toBe(`${TERMS}?done=textSaved`);
    expect(fileText(FILE)).toBe(before.replace('## 1. Geltung', '## 1. Für wen sie gelten').replace(/updated: .*/, 'updated: 2999-01-01'));

    const page = await editor.get(TERMS);
    const version = /href="([^"]*\?version=\d+)"/.exec(page.html)?.[1] ?? '';
    const old = await editor.get(version);
    expect(old.html).toMatch(/<del>## 1. Für wen sie gelten<\/del>[^]*<ins>## 1. Geltung<\/ins>/);
    await editor.post(TERMS, fieldsOf(old.html));
    expect(fileText(FILE)).toBe(before);
  });

  it('is shown as the shop would show it, with the facts filled in, before it is saved', async () => {
    const before = fileText(FILE);
    const shown = await editor.post(`${TERMS}/preview`, { ...fields, markdown: '## Neu\n\nVon {{shop.name}}' });
    expect(shown.status).toBe(200);
    expect(shown.html).toMatch(/<article class="legal">[^]*<h2 id="section-1">Neu<\/h2>\s*<p>Von Vitrine<\/p>/);
    expect(shown.html).toContain('<html lang="de-DE"');
    expect(fileText(FILE)).toBe(before);
    expect((await editor.post(`${TERMS}/preview`, { ...fields, markdown: '{{nobody}}' })).text).toContain(
      'The shop does not know these placeholders: nobody',
    );
  });

  it('that would stop a build is refused, and nothing typed is lost', async () => {
    for (const [changes, problem] of [
      [{ markdown: 'Write to {{company.mail}}' }, 'The shop does not know these placeholders: company.mail'],
      [{ valid_to: '2020-01-01' }, 'would not apply today'],
      [{ title: '' }, 'title'],
    ] as const) {
      const refused = await editor.post(TERMS, { ...fields, description: 'Kept', updated: '2999-01-01', ...changes });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(problem);
      expect(refused.html).toContain('value="Kept"');
    }
  });

  it('that git changed meanwhile shows both versions', async () => {
    changeFile(content, FILE, '## 1. Geltung', '## 1. Aus git');
    const refused = await editor.post(TERMS, {
      ...fields,
      updated: '2999-01-01',
      markdown: fields.markdown!.replace('## 1. Geltung', '## 1. Vom Tresen'),
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/<del>## 1. Aus git<\/del>[^]*<ins>## 1. Vom Tresen<\/ins>/);
    expect(fileText(FILE)).toContain('Aus git');
  });

  it('of the statute is shown with the reason, and only its mark as a draft changes', async () => {
    const WITHDRAWAL = '/desk/texts/legal/withdrawal/de-DE';
    const { html, text } = await editor.get(WITHDRAWAL);
    expect(text).toContain('The law prescribes this text');
    expect(html).not.toContain('<textarea');
    const before = fileText('legal/withdrawal.de-DE.md');
    await editor.post(WITHDRAWAL, { digest: fieldsOf(html).digest!, title: 'X', markdown: 'X', updated: '2999-01-01' });
    expect(fileText('legal/withdrawal.de-DE.md')).toBe(before.replace('draft: true', 'draft: false'));
  });
});

describe('the facts of the shop', () => {
  it('are the owner’s', async () => {
    expect((await editor.get('/desk/texts/facts/tax')).status).toBe(403);
    expect((await editor.get('/desk/texts')).text).not.toContain('Facts of the shop');
    expect((await owner.get('/desk/texts')).text).toContain('Facts of the shop');
  });

  it('are written into the file, whose comments stay', async () => {
    const before = fileText('shop.yaml');
    const shop = fieldsOf((await owner.get('/desk/texts/facts/shop')).html);
    const saved = await owner.post('/desk/texts/facts/shop', { ...shop, shipping: '4,90', freeFrom: '49', 'deliveryDays.most': '5' });
    expect(saved.location).toContain('done=factsSaved');
    expect(fileText('shop.yaml')).toBe(
      before
        .replace('shipping: 5.00', 'shipping: 4.9')
        .replace('freeFrom:', 'freeFrom: 49')
        .replace('{ least: 2, most: 4 }', '{ least: 2, most: 5 }'),
    );
    expect((await acts())[0]).toMatchObject({
      act: 'texts.facts',
      subject_id: 'shop.yaml: shop',
      before: JSON.stringify({ shipping: '5.00', freeFrom: '', 'deliveryDays.most': '4' }),
      after: JSON.stringify({ shipping: '4.90', freeFrom: '49.00', 'deliveryDays.most': '5' }),
    });
  });

  it('with a mistake are refused by the name of the field', async () => {
    const company = fieldsOf((await owner.get('/desk/texts/facts/company')).html);
    const refused = await owner.post('/desk/texts/facts/company', { ...company, postalCode: '1011', vatId: 'DE1', street: 'Kept 1' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please check: Postal code, VAT number');
    expect(refused.html).toContain('value="Kept 1"');
  });

  it('ask again before the tax mode changes', async () => {
    const tax = fieldsOf((await owner.get('/desk/texts/facts/tax')).html);
    const asked = await owner.post('/desk/texts/facts/tax', { ...tax, mode: 'small_business' });
    expect(asked.status).toBe(400);
    expect(fileText('shop.yaml')).toContain('mode: regular');
    await owner.post('/desk/texts/facts/tax', { ...tax, mode: 'small_business', confirmed: 'on' });
    expect(fileText('shop.yaml')).toContain('mode: small_business');
  });

  it('keep the carriers that were not emptied', async () => {
    const { html } = await owner.get('/desk/texts/facts/shipping');
    const { digest = '', carrier = '' } = fieldsOf(html);
    const saved = await owner.post('/desk/texts/facts/shipping', {
      digest,
      carrier,
      carrierName: ['', 'gls'],
      carrierAddress: ['', 'https://gls.example/{number}'],
    });
    expect(saved.location).toContain('done=factsSaved');
    expect(fileText('shop.yaml')).toMatch(/carriers:\n {4}gls: https:\/\/gls.example\/\{number\}\n/);
    expect(fileText('shop.yaml')).not.toContain('dhl:');
  });
});

describe('the search’s words', () => {
  const row = async (word: string) =>
    /href="(\/desk\/texts\/words\/synonyms\/[0-9a-f]{16})"/.exec((await editor.get(`/desk/texts/words/synonyms?q=${word}`)).html)![1]!;

  it('are used by the search within seconds', async () => {
    const words = { pt: 'agua de coco, cocowasser', de: '', en: 'coconut drink' };
    expect((await editor.post('/desk/texts/words/synonyms/new', words)).location).toBe('/desk/texts/words/synonyms?done=wordsSaved');
    const found = async () => ((await (await fetch(`${url}/api/search/cocowasser/`)).json()) as { count: number }).count;
    await expect.poll(found).toBe(1);
  });

  it('with a mistake are refused, and kept in the form', async () => {
    const refused = await editor.post('/desk/texts/words/synonyms/new', { pt: 'uma dois tres quatro cinco', de: '', en: '' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('uma dois tres quatro cinco');
    expect(fileText('search/synonyms.csv')).not.toContain('quatro cinco');
  });

  it('of a row that somebody else changed become a row of their own', async () => {
    const address = await row('cocowasser');
    const edit = { pt: 'agua de coco, kokoswasser', de: '', en: '' };
    await editor.post(address, edit);
    const refused = await owner.post(address, { pt: 'agua de coco, cocada', de: '', en: '' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('action="/desk/texts/words/synonyms/new"');
    expect(refused.html).toContain('agua de coco, cocada');
    await editor.post(await row('kokoswasser'), { act: 'remove' });
    expect(fileText('search/synonyms.csv')).not.toContain('kokoswasser');
  });

  it('that the shop does not sell name a category', async () => {
    const saved = await editor.post('/desk/texts/words/notSold/new', { pt: 'caviar', de: 'Kaviar', en: 'caviar', category: 'bebidas' });
    expect(saved.location).toContain('done=wordsSaved');
    expect(fileText('search/not-sold.csv')).toContain('caviar,Kaviar,caviar,bebidas\n');
  });
});

it('a form that changes nothing writes nothing', async () => {
  const before = (await acts()).length;
  const fields = fieldsOf((await owner.get('/desk/texts/facts/contact')).html);
  expect((await owner.post('/desk/texts/facts/contact', fields)).location).toContain('done=nothingChanged');
  expect((await acts()).length).toBe(before);
});

// Not even root can write there.
it.runIf(process.platform === 'linux')('a folder that the shop may not write is named, and nothing is recorded', async () => {
  const before = (await acts()).length;
  const readOnly = actingAs({ ...ctx, config: { ...ctx.config, contentDir: '/sys/kernel' } }, { staffId: null, who: 'x', address: '' });
  const act = { act: 'texts.words', subject: 'content', id: 'x' } as const;
  expect(await changeContent(readOnly, 'x.csv', () => ok({ files: { 'x.csv': 'x' }, act }))).toEqual({
    ok: false,
    error: { kind: 'content_read_only', values: { folder: '/sys/kernel' } },
  });
  expect((await acts()).length).toBe(before);
});

it('leaves a file of another editor that is written while nobody looks', async () => {
  writeFileSync(path.join(content, 'slides/slides.csv'), fileText('slides/slides.csv').replaceAll('\n', '\r\n'));
  const fields = fieldsOf((await editor.get('/desk/texts/slides/natura')).html, 'value="save"');
  await editor.post('/desk/texts/slides/natura', { ...fields, act: 'save', title_en: 'New' });
  expect(fileText('slides/slides.csv').split('\r\n').length).toBe(9);
});
