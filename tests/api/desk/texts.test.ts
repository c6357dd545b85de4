import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeContent as changeFiles, finishContentChange } from '#src/server/content/change-content.ts';
import { actingAs, type Context } from '#src/server/context.ts';
import type { Database } from '#src/server/db/database.ts';
import { ok } from '#src/shared/result.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { changeContent } from '../../support/shops/own-content.ts';
import { fieldsOf, textsShop, type TextsShop } from '../../support/shops/texts-shop.ts';

let own: TextsShop;
let editor: DeskVisitor;
let owner: DeskVisitor;

beforeAll(async () => {
  own = await textsShop();
  ({ editor, owner } = own);
});
afterAll(() => own?.dispose());

describe('a legal text', () => {
  const TERMS = '/desk/texts/legal/terms-conditions/de-DE';
  const FILE = 'legal/terms-conditions.de-DE.md';
  let fields: Record<string, string>;
  // A text of today may be changed on its day.
  beforeAll(() => {
    writeFileSync(path.join(own.content, FILE), own.fileText(FILE).replace(/updated: .*/, 'updated: 2026-11-25'));
  });
  beforeEach(async () => {
    fields = fieldsOf((await editor.get(TERMS)).html);
  });

  it('is saved with its effective day, and the previous version can be viewed and restored', async () => {
    const before = own.fileText(FILE);
    const markdown = fields.markdown!.replace('## 1. Geltung', '## 1. Für wen sie gelten').replaceAll('\n', '\r\n');
    expect((await editor.post(TERMS, { ...fields, markdown })).text).toContain('Enter the date from which it applies');
    expect((await editor.post(TERMS, { ...fields, markdown, updated: '2999-01-01' })).location).toBe(
      `${TERMS}?done=textSaved`,
    );
    expect(own.fileText(FILE)).toBe(
      before.replace('## 1. Geltung', '## 1. Für wen sie gelten').replace(/updated: .*/, 'updated: 2999-01-01'),
    );

    const page = await editor.get(TERMS);
    const version = /href="([^"]*\?version=\d+)"/.exec(page.html)?.[1] ?? '';
    const old = await editor.get(version);
    expect(old.html).toMatch(/<del>## 1. Für wen sie gelten<\/del>[^]*<ins>## 1. Geltung<\/ins>/);
    await editor.post(TERMS, fieldsOf(old.html));
    expect(own.fileText(FILE)).toBe(before);
  });

  it('has a preview with the facts filled in before it is saved', async () => {
    const before = own.fileText(FILE);
    const shown = await editor.post(`${TERMS}/preview`, { ...fields, markdown: '## Neu\n\nVon {{shop.name}}' });
    expect(shown.status).toBe(200);
    expect(shown.html).toMatch(/<article class="legal">[^]*<h2 id="section-1">Neu<\/h2>\s*<p>Von Vitrine<\/p>/);
    expect(shown.html).toContain('<html lang="de-DE"');
    expect(own.fileText(FILE)).toBe(before);
    expect((await editor.post(`${TERMS}/preview`, { ...fields, markdown: '{{nobody}}' })).text).toContain(
      'Not a placeholder that the shop knows: nobody',
    );
  });

  it('is shown and kept as it is when somebody made a mistake in the head of its file', async () => {
    const good = own.fileText(FILE);
    for (const title of ['title: *AGB*', 'title: [']) {
      writeFileSync(path.join(own.content, FILE), good.replace(/^title: .*$/m, title));
      expect((await editor.get('/desk/texts')).status).toBe(200);
      const { digest = '' } = fieldsOf((await editor.get(TERMS)).html);
      const refused = await editor.post(TERMS, { ...fields, digest, markdown: 'Neu' });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('contains a mistake')]);
      expect((await editor.post(`${TERMS}/preview`, { ...fields, markdown: '## Neu' })).status).toBe(200);
      expect(own.fileText(FILE)).toContain(title);
    }
    writeFileSync(path.join(own.content, FILE), good);
  });

  it('is refused without losing input when it would stop a build', async () => {
    for (const [changes, problem] of [
      [{ markdown: 'Write to {{company.mail}}' }, 'Not a placeholder that the shop knows: company.mail'],
      [{ markdown: '>'.repeat(5000) }, 'The text is too complex'],
      [{ markdown: 'a'.repeat(30_001) }, 'The text is too long'],
      [{ valid_to: '2020-01-01' }, 'would not apply today'],
      [
        { markdown: '<form action="/desk/shop"></form>\n\n![a](https://evil.example/a.png)' },
        'The shop does not show this: &lt;form&gt; &lt;img&gt;',
      ],
      [{ title: '', updated: 'soon' }, 'Please check: Title, Applies from'],
    ] as const) {
      const refused = await editor.post(TERMS, { ...fields, description: 'Kept', updated: '2999-01-01', ...changes });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(problem);
      expect(refused.html).toContain('value="Kept"');
    }
  });

  it('shows both versions when git changed it meanwhile', async () => {
    changeContent(own.content, FILE, '## 1. Geltung', '## 1. Aus git');
    const refused = await editor.post(TERMS, {
      ...fields,
      updated: '2999-01-01',
      markdown: fields.markdown!.replace('## 1. Geltung', '## 1. Vom Tresen'),
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/<del>## 1. Aus git<\/del>[^]*<ins>## 1. Vom Tresen<\/ins>/);
    expect(own.fileText(FILE)).toContain('Aus git');
  });

  it('of the statute explains why only its draft mark can change', async () => {
    const WITHDRAWAL = '/desk/texts/legal/withdrawal/de-DE';
    const { html, text } = await editor.get(WITHDRAWAL);
    expect(text).toContain('The law prescribes this text');
    expect(html).not.toContain('<textarea');
    const before = own.fileText('legal/withdrawal.de-DE.md');
    await editor.post(WITHDRAWAL, { digest: fieldsOf(html).digest!, title: 'X', markdown: 'X', updated: '2999-01-01' });
    expect(own.fileText('legal/withdrawal.de-DE.md')).toBe(before.replace('draft: true', 'draft: false'));
  });
});

describe('a text of the shop’s pages', () => {
  const SUMMARY = '/desk/texts/own/cart:summary';

  it('is found by its shown text, can be reworded and can be reset to the standard text', async () => {
    const { html: list } = await editor.get('/desk/texts/own?q=zusammenfassung');
    const found = [...list.matchAll(/href="(\/desk\/texts\/own\/[^"]+)"/g)].map(([, link]) => link!);
    expect(found).toContain(SUMMARY);
    for (const link of found) expect((await editor.get(link)).status, link).toBe(200);
    // Also with the keyboard's hyphen, where the text has the one that ends no line.
    const hyphen = await editor.get('/desk/texts/own?q=sich+per+E-Mail+benachrichtigen');
    expect(hyphen.html).toContain('/desk/texts/own/restock:description');
    const before = own.fileText('shop.yaml');
    const { html, text } = await editor.get(SUMMARY);
    expect(text).toContain('Leave it empty to use the default: “Zusammenfassung”');
    const saved = await editor.post(SUMMARY, { ...fieldsOf(html), 'de-DE': 'Ihr Einkauf bei {{shop}}' });
    expect(saved.location).toContain('done=factsSaved');
    expect(own.fileText('shop.yaml')).toContain('  de-DE:\n    cart:summary: Ihr Einkauf bei {{shop}}\n');
    expect((await editor.get('/desk/texts/own')).text).toContain('cart:summary Changed');
    expect((await editor.get(SUMMARY)).text).toContain(
      'eda@example.org changed a text of pages and emails Deutsch: Ihr Einkauf',
    );
    expect((await editor.post(SUMMARY, { ...fieldsOf(html), 'en-US': 'Stale' })).status).toBe(400);
    await editor.post(SUMMARY, { ...fieldsOf((await editor.get(SUMMARY)).html), 'de-DE': '' });
    expect((await editor.get('/desk/texts/own')).text).toContain('No text has been changed yet.');
    expect(own.fileText('shop.yaml').length - before.length).toBeLessThan(20);
  });

  it('refuses unknown placeholders, and cannot be changed where law or consent fixes its wording', async () => {
    const fields = fieldsOf((await editor.get(SUMMARY)).html);
    expect((await editor.post(SUMMARY, { ...fields, 'de-DE': 'Für {{wen}}' })).text).toContain(
      'Not a placeholder that the shop knows: wen',
    );
    const tagged = await editor.post(SUMMARY, { ...fields, 'de-DE': 'Korb</script><b>' });
    expect([tagged.status, tagged.text]).toEqual([
      400,
      expect.stringContaining('The shop does not show this: &lt;/script&gt; &lt;b&gt;'),
    ]);
    const button = '/desk/texts/own/checkout:page.order';
    const { html, text } = await editor.get(button);
    expect(text).toContain('The law prescribes this text');
    expect(html).not.toContain('<textarea');
    const digest = fieldsOf((await editor.get(SUMMARY)).html).digest!;
    expect((await editor.post(button, { digest, 'pt-BR': 'x', 'de-DE': 'x', 'en-US': 'x' })).status).toBe(400);
    expect((await editor.get('/desk/texts/own/desk:save')).status).toBe(404);
  });
});

describe('the synonyms of the search', () => {
  const row = async (word: string) =>
    /href="(\/desk\/texts\/words\/synonyms\/[0-9a-f]{16})"/.exec(
      (await editor.get(`/desk/texts/words/synonyms?q=${word}`)).html,
    )![1]!;

  it('are used by the search within seconds', async () => {
    const words = { pt: 'agua de coco, cocowasser', de: '', en: 'coconut drink' };
    expect((await editor.post('/desk/texts/words/synonyms/new', words)).location).toBe(
      '/desk/texts/words/synonyms?done=wordsSaved',
    );
    const found = async () =>
      ((await (await fetch(`${own.url}/api/search/cocowasser/`)).json()) as { count: number }).count;
    await expect.poll(found).toBe(1);
  });

  it('are refused when one is invalid, and stay in the form', async () => {
    const refused = await editor.post('/desk/texts/words/synonyms/new', {
      pt: 'uma dois tres quatro cinco',
      de: '',
      en: '',
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('uma dois tres quatro cinco');
    expect(own.fileText('search/synonyms.csv')).not.toContain('quatro cinco');
  });

  it('are saved as a new row when another person changed theirs', async () => {
    const address = await row('cocowasser');
    const edit = { pt: 'agua de coco, kokoswasser', de: '', en: '' };
    await editor.post(address, edit);
    const refused = await owner.post(address, { pt: 'agua de coco, cocada', de: '', en: '' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('action="/desk/texts/words/synonyms/new"');
    expect(refused.html).toContain('agua de coco, cocada');
    await editor.post(await row('kokoswasser'), { act: 'remove' });
    expect(own.fileText('search/synonyms.csv')).not.toContain('kokoswasser');
  });

  it('name a category for goods that the shop does not sell', async () => {
    const saved = await editor.post('/desk/texts/words/notSold/new', {
      pt: 'caviar',
      de: 'Kaviar',
      en: 'caviar',
      category: 'bebidas',
    });
    expect(saved.location).toContain('done=wordsSaved');
    expect(own.fileText('search/not-sold.csv')).toContain('caviar,Kaviar,caviar,bebidas\n');
  });
});

it('saving an unchanged form writes nothing', async () => {
  const before = (await own.acts()).length;
  const fields = fieldsOf((await owner.get('/desk/texts/facts/contact')).html);
  expect((await owner.post('/desk/texts/facts/contact', fields)).location).toContain('done=nothingChanged');
  expect((await own.acts()).length).toBe(before);
});

// Not even root can write there.
it.runIf(process.platform === 'linux')('a read-only folder is reported, and nothing is recorded', async () => {
  const before = (await own.acts()).length;
  const readOnly = actingAs(
    { ...own.ctx, config: { ...own.ctx.config, contentDir: '/sys/kernel' } },
    { staffId: null, who: 'x', address: '' },
  );
  const act = { act: 'texts.words', subject: 'content', id: 'x' } as const;
  expect(await changeFiles(readOnly, 'x.csv', () => ok({ files: { 'x.csv': 'x' }, act }))).toEqual({
    ok: false,
    error: { kind: 'content_read_only', values: { folder: '/sys/kernel' } },
  });
  expect((await own.acts()).length).toBe(before);
});

describe('a file change whose process dies', () => {
  const FILE = 'search/synonyms.csv';
  const act = { act: 'texts.words', subject: 'content', id: FILE } as const;
  const by = (db: Partial<Database>) =>
    actingAs({ ...own.onContent, db: { ...own.ctx.db, ...db } }, { staffId: null, who: 'x', address: '' });
  const change = (ctx: Context, after: string) =>
    changeFiles(ctx, FILE, () => ok({ files: { [FILE]: after, 'search/new.csv': 'new' }, act }));
  const died = new Error('power cut');

  it('leaves file and record unchanged before the commit', async () => {
    const [before, acts] = [own.fileText(FILE), (await own.acts()).length];
    const write: Database['write'] = (one) =>
      own.ctx.db.write(async (tx) => {
        await one(tx);
        throw died;
      });
    await expect(change(by({ write }), 'never')).rejects.toBe(died);
    expect(own.fileText(FILE)).toBe(before);
    expect((await own.acts()).length).toBe(acts);
  });

  it('is finished by the next process after the commit, unless the file changed meanwhile', async () => {
    const before = own.fileText(FILE);
    let writes = 0;
    const diesAfterFirst = (): Database['write'] => {
      writes = 0;
      return (one) => (writes++ === 0 ? own.ctx.db.write(one) : Promise.reject(died));
    };
    const acts = (await own.acts()).length;
    await expect(change(by({ write: diesAfterFirst() }), 'first')).rejects.toBe(died);
    expect((await own.acts()).length).toBe(acts + 1);
    await finishContentChange(own.onContent);
    expect([own.fileText(FILE), own.fileText('search/new.csv')]).toEqual(['first', 'new']);

    await expect(change(by({ write: diesAfterFirst() }), 'second')).rejects.toBe(died);
    writeFileSync(path.join(own.content, FILE), 'by hand');
    await finishContentChange(own.onContent);
    expect(own.fileText(FILE)).toBe('by hand');
    expect(await change(by({}), before)).toEqual(ok('saved'));
    expect(own.fileText(FILE)).toBe(before);
  });
});
