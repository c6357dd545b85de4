import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSlides } from '#src/features/home/server/slides.loader.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { fieldsOf, textsShop } from '../../support/shops/texts-shop.ts';

const own = forFile(() => textsShop());
let editor: DeskVisitor;

beforeAll(async () => {
  ({ editor } = own);
});

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
    editor.post(SLIDE, {
      ...(fields ?? fieldsOf((await editor.get(SLIDE)).html, 'value="save"')),
      act: 'save',
      ...changes,
    });

  it('is changed in three languages, and the rest of the file stays unchanged', async () => {
    const before = own.fileText('slides/slides.csv').split('\n');
    const saved = await save({ title_de: 'Popcorn, heiß', title_pt: 'Pipoca\nquente' });
    expect(saved.location).toBe(`${SLIDE}?done=textSaved`);
    const after = own.fileText('slides/slides.csv').split('\n');
    expect(after.filter((line, index) => line !== before[index])).toEqual([
      expect.stringMatching(/^yoki,.*Pipoca quente,"Popcorn, heiß"/),
    ]);
    expect((await editor.get(`${SLIDE}?done=textSaved`)).text).toContain('in about a minute');
    expect((await editor.get(SLIDE)).text).toMatch(/eda@example.org changed a slide Title \(Português \(Brasil\)\)/);
  });

  it('is refused when a build would refuse it, with the field’s name and the typed input kept', async () => {
    const refused = await save({ title_de: '', alt_en: 'kept' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('Please check: Title (Deutsch)');
    expect(refused.html).toContain('kept');
  });

  it('shows both versions after a conflicting save, and a second save keeps the own version', async () => {
    const stale = fieldsOf((await editor.get(SLIDE)).html, 'value="save"');
    await save({ text_en: 'Of the other editor' });
    const refused = await save({ text_en: 'Of this editor' }, stale);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/Saved in the meantime.*Yours.*Of the other editor\s+Of this editor/);
    expect(own.fileText('slides/slides.csv')).not.toContain('Of this editor');
    await save({}, fieldsOf(refused.html, 'value="save"'));
    expect(own.fileText('slides/slides.csv')).toContain('Of this editor');
  });

  it('gets a picture that is cropped to its shape and stripped of camera metadata', async () => {
    expect((await editor.post(SLIDE, withFile({ act: 'picture' }, await picture(1600, 1200)))).location).toContain(
      'done=textSaved',
    );
    const kept = await sharp(path.join(own.content, 'slides/yoki.webp')).metadata();
    expect([kept.width, kept.height, kept.exif]).toEqual([1600, 640, undefined]);
    expect(existsSync(path.join(own.content, 'slides/yoki.svg'))).toBe(false);
    expect((await loadSlides(own.onContent, 'de-DE')).length).toBe(7);
  });

  it.each([
    ['a small picture', () => picture(1199, 480), 'It needs at least 1200 × 480'],
    ['a text', () => Buffer.from('no picture'), 'This picture cannot be used'],
    [
      'a drawing, which may contain more than a picture',
      () => readFileSync('src/content/slides/pilao.svg'),
      'This picture cannot be used',
    ],
    ['half a picture', async () => (await picture(1600, 1200)).subarray(0, 3000), 'This picture cannot be used'],
    ['nothing', () => new Uint8Array(), 'Choose a picture'],
  ])('keeps its picture when %s is sent', async (_, bytes, problem) => {
    const before = readFileSync(path.join(own.content, 'slides/yoki.webp'));
    const refused = await editor.post(SLIDE, withFile({ act: 'picture' }, await bytes()));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(problem);
    expect(readFileSync(path.join(own.content, 'slides/yoki.webp'))).toEqual(before);
  });

  it('is added with its picture, moved and removed', async () => {
    const { html } = await editor.get(SLIDE);
    const texts = { ...fieldsOf(html, 'value="save"'), brand: 'Pão & Cia', search: 'pão' };
    expect((await editor.post('/desk/texts/slides/new', texts)).text).toContain('Choose a picture');
    expect((await editor.post('/desk/texts/slides/new', withFile(texts, await picture(1200, 480)))).location).toContain(
      'done=textSaved',
    );
    const names = () =>
      own
        .fileText('slides/slides.csv')
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]);
    expect(names().at(-1)).toBe('pao-e-cia');
    const fields = fieldsOf((await editor.get('/desk/texts/slides')).html, 'value="pao-e-cia"');
    expect((await editor.post('/desk/texts/slides', { ...fields, act: 'up' })).location).toContain('done=textSaved');
    expect(names().at(-2)).toBe('pao-e-cia');
    const removal = fieldsOf((await editor.get('/desk/texts/slides/pao-e-cia')).html, 'value="remove"');
    await editor.post('/desk/texts/slides/pao-e-cia', { ...removal, act: 'remove' });
    expect(names()).not.toContain('pao-e-cia');
    expect(existsSync(path.join(own.content, 'slides/pao-e-cia.webp'))).toBe(false);
  });
});

it('line endings of another editor’s file stay when the desk changes a row', async () => {
  writeFileSync(
    path.join(own.content, 'slides/slides.csv'),
    own.fileText('slides/slides.csv').replaceAll('\n', '\r\n'),
  );
  const fields = fieldsOf((await editor.get('/desk/texts/slides/natura')).html, 'value="save"');
  await editor.post('/desk/texts/slides/natura', { ...fields, act: 'save', title_en: 'New' });
  expect(own.fileText('slides/slides.csv').split('\r\n').length).toBe(9);
});
