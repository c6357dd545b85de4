import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveStoredPictures } from '#src/features/editing/server/sources.repository.ts';
import { childrenOf } from '../../support/outside/child-processes.ts';
import type { DeskEditor } from '../../support/people/desk-editor.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { editingShop, photo } from '../../support/shops/editing-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { until } from '../../support/until.ts';

const own = forFile(editingShop);
let editor: DeskEditor;
let owner: DeskVisitor;
let url: string;

beforeAll(() => {
  ({ editor, owner, url } = own);
});

describe('pictures in the desk', () => {
  const AT = '/desk/products/AGUA';
  const photoForm = (bytes: Buffer<ArrayBuffer>, crop = 'centre') => {
    const form = new FormData();
    form.append('crop', crop);
    form.append('photos', new File([bytes], 'Foto.JPG', { type: 'image/jpeg' }));
    return form;
  };
  /** Uploads a photo as the script of the form does. */
  const upload = async (bytes: Buffer<ArrayBuffer>, crop?: string) => {
    const { status, html } = await editor.post('/desk/products/photos', photoForm(bytes, crop));
    return { status, ...(JSON.parse(html) as { original?: string; address?: string; problem?: string }) };
  };
  const uploaded = async (width: number, height: number, crop?: string) =>
    (await upload(await photo(width, height), crop)).original!;
  const listed = async () => /name="pictures" value="([^"]*)"/.exec((await editor.get(AT)).html)![1]!.split(' ');

  it('are uploaded one by one, cropped to a square, ordered by the form, and shown after the publication', async () => {
    const first = await upload(await photo(900, 600));
    const stored = await fetch(url + first.address!);
    expect(await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).toMatchObject({ width: 640, height: 640 });
    const second = await uploaded(800, 500, 'end');
    expect((await editor.save('AGUA', { pictures: `${first.original} ${second}` })).location).toContain('draftSaved');
    const alts = { [`alt:de-DE:${second}`]: 'Dose von vorn', [`alt:de-DE:${first.original}`]: 'Karton' };
    await editor.save('AGUA', { pictures: `${second} ${first.original} originals/${'0'.repeat(24)}.webp`, ...alts });
    expect(await listed()).toEqual([second, first.original]);
    await editor.save('AGUA', { pictures: second });
    expect(await listed()).toEqual([second]);
    expect((await editor.get(AT)).html).not.toContain('Karton</textarea>');
    expect((await own.shown('AGUA')).picture).toBeNull();
    await editor.publishAll();
    expect((await own.shown('AGUA')).picture).toMatch(/^[0-9a-f]{12}\.\w+$/);
    expect((await fetch(`${url}/media/${second}`)).status).toBe(404);
  });

  it('are added, moved and removed without scripts, together with the typed fields', async () => {
    const [had = ''] = await listed();
    const form = photoForm(await photo(820, 820));
    form.append('photos', new File([await photo(830, 830)], 'zwei.jpg', { type: 'image/jpeg' }));
    for (const [name, value] of Object.entries({ act: 'save', base: await editor.baseOf(AT), pictures: had }))
      form.append(name, value);
    expect((await editor.post(AT, form)).location).toContain('draftSaved');
    const [, second = '', third = ''] = await listed();
    const pictures = `${had} ${second} ${third}`;
    await editor.save('AGUA', { pictures, move: `earlier ${third}`, subtitle_en: 'Moved' });
    expect(await listed()).toEqual([had, third, second]);
    expect((await editor.get(AT)).html).toContain('value="Moved"');
    await editor.save('AGUA', { pictures: (await listed()).join(' '), move: `later ${had}`, subtitle_en: '' });
    expect(await listed()).toEqual([third, had, second]);
    for (const gone of [third, second])
      await editor.save('AGUA', { pictures: (await listed()).join(' '), move: `remove ${gone}` });
    expect(await listed()).toEqual([had]);
  });

  it('are at most nine', async () => {
    const before = await listed();
    const more = [...'123456789'].map((digit) => `originals/${digit.repeat(24)}.webp`);
    await own.ctx.db.write((tx) => saveStoredPictures(tx, new Map(more.map((name) => [name, 'none.white']))));
    const refused = await editor.save('AGUA', { pictures: [...before, ...more].join(' '), subtitle_en: 'Kept' });
    expect(refused.text).toContain('A product can have at most 9 pictures.');
    expect(refused.html).toContain('value="Kept"');
    expect(await listed()).toEqual(before);
  });

  it('are refused when they have too many pixels', async () => {
    const refused = await upload(readFileSync('tests/support/data/59-megapixels.avif'));
    expect(refused).toEqual({ status: 400, problem: expect.stringContaining('more than 24 megapixels') });
  });

  it('are decoded one at a time in a separate process, while pages are served', async () => {
    const shop = own.server.process.pid!;
    const files = await Promise.all([900, 901, 902, 903].map((width) => photo(width, 600)));
    const uploads = files.map((file) => upload(file));
    let decoder = 0;
    await until('a picture is being decoded, and stopped', () => {
      [decoder = 0] = childrenOf(shop);
      return decoder !== 0 && process.kill(decoder, 'SIGSTOP');
    });
    expect((await owner.get('/desk/orders')).status).toBe(200);
    expect((await editor.get('/desk/products')).status).toBe(200);
    expect((await fetch(`${url}/de/login`)).status).toBe(200);
    expect(childrenOf(shop)).toEqual([decoder]);
    process.kill(decoder, 'SIGKILL'); // as after a minute
    const answers = await Promise.all(uploads);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400]);
    expect(answers.find(({ status }) => status === 400)?.problem).toContain('save it as JPEG');
  });

  it('have an alternative text in each language, which defaults to the name', async () => {
    const preview = async (locale: string) => (await editor.get(`${AT}/preview?locale=${locale}`)).html;
    expect(await preview('de-DE')).toMatch(/<img [^>]*alt="Dose von vorn"/);
    expect(await preview('de-DE')).toContain('aria-label="Bild vergrößern. Dose von vorn"');
    expect(await preview('en-US')).toMatch(/<img [^>]*alt="Água de Coco"/);
    const [pictures = ''] = await listed();
    const alt = (text: string, locale = 'de-DE') => ({ pictures, [`alt:${locale}:${pictures}`]: text });
    const long = await editor.save('AGUA', { ...alt('Dose'), ...alt('x'.repeat(251), 'en-US') });
    expect(long.text).toContain('Picture description: English (US): Write at most 250 characters');
    expect(long.html).toContain('x'.repeat(251));
    const base = await editor.baseOf(AT);
    await editor.post(AT, { act: 'save', base, ...alt('Grüne Dose') });
    const stale = await owner.post(AT, { act: 'save', base, ...alt('Dose mit Strohhalm') });
    expect(stale.status).toBe(400);
    expect(stale.text).toContain('Picture description: Deutsch Grüne Dose Dose mit Strohhalm');
    await editor.save('AGUA', alt('Wasser, ein Superfood'));
    expect((await editor.get(AT)).text).toContain('Picture description: Deutsch: “Superfood” may be a claim');
    await editor.save('AGUA', alt('Grüne Dose'));
    await editor.publishAll();
    expect(await preview('de-DE')).toMatch(/<img [^>]*alt="Grüne Dose"/);
  });

  it('are refused when they are not pictures or too small', async () => {
    expect((await upload(Buffer.from('no picture'))).problem).toContain('This picture cannot be used.');
    expect((await upload(await photo(300, 900))).problem).toContain(
      'The picture has 300 × 900 pixels. It needs at least 400 × 400.',
    );
  });
});
