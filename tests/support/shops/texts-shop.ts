import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listActs } from '#src/server/audit/audit.repository.ts';
import type { Context } from '#src/server/context.ts';
import { newStaff, type DeskVisitor } from '../people/desk-visitor.ts';
import { writeContent } from './own-content.ts';
import { stockedShop, type StockedShop } from './stocked-shop.ts';

/** A shop with a content folder of its own, whose texts an editor and the owner change in the desk. */
export interface TextsShop extends StockedShop {
  url: string;
  /** The content folder. */
  content: string;
  /** A context of this process on the same folder. */
  onContent: Context;
  editor: DeskVisitor;
  owner: DeskVisitor;
  fileText: (name: string) => string;
  /** What was done to texts, newest first. */
  acts: () => ReturnType<typeof listActs>;
}

export async function textsShop(): Promise<TextsShop> {
  const own = await stockedShop([
    { cod_catalog: 'AGUA', product_name: 'Água de Coco' },
    { cod_catalog: 'PAO', product_name: 'Pão de Queijo' },
  ]);
  const content = path.join(own.env.DATA_DIR!, 'content');
  writeContent(content, {});
  const { url } = await own.serve({ CONTENT_DIR: content });
  return {
    ...own,
    url,
    content,
    onContent: { ...own.ctx, config: { ...own.ctx.config, contentDir: content } },
    editor: await newStaff(own.ctx, url, 'eda@example.org', 'editor'),
    owner: await newStaff(own.ctx, url, 'ana@example.org', 'owner'),
    fileText: (name) => readFileSync(path.join(content, name), 'utf8'),
    acts: async () =>
      (await listActs(own.ctx.db.read, { who: '', before: undefined, limit: 100 })).filter(({ act }) =>
        act.startsWith('texts.'),
      ),
  };
}

/** The fields of the form that has this button, or of the only form, as a browser would send them. */
export function fieldsOf(html: string, button = ''): Record<string, string> {
  const form = html.split('<form').find((part) => part.includes(button) && part.includes('name="digest"')) ?? '';
  const decode = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#34;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
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
