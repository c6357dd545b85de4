import sharp from 'sharp';
import { call } from '../people/call.ts';
import { deskEditor, type DeskEditor } from '../people/desk-editor.ts';
import { newStaff, type DeskVisitor } from '../people/desk-visitor.ts';
import { productByCode } from '../people/rows.ts';
import type { RunningShop } from './server.ts';
import { stockedShop, type StockedShop } from './stocked-shop.ts';

const AGUA = { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.99' };
export const PAO = { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', real_price: '7.00', ean: '7891991000826' };
const FILES = { 'shelf/AGUA.de-DE.md': '# Kokoswasser\n\nErfrischt.\n' };

export interface EditingShop extends StockedShop {
  server: RunningShop;
  url: string;
  owner: DeskVisitor;
  editor: DeskEditor;
  /** The product's row, as the shop shows it. */
  shown: (code: string) => Promise<NonNullable<Awaited<ReturnType<typeof productByCode>>>>;
  inShop: (slug: string) => Promise<unknown>;
}

/** A shop with two products, and two people who change them in the desk. */
export async function editingShop(): Promise<EditingShop> {
  const own = await stockedShop([AGUA, PAO], FILES);
  const server = await own.serve();
  const { url } = server;
  return {
    ...own,
    server,
    url,
    owner: await newStaff(own.ctx, url, 'ana@example.org', 'owner'),
    editor: deskEditor(await newStaff(own.ctx, url, 'eda@example.org', 'editor')),
    shown: async (code) => (await productByCode(own.ctx, code))!,
    inShop: async (slug) => (await call(url, `/api/slug/${slug}/`)).body,
  };
}

/** A photo of one colour. */
export const photo = (width: number, height: number): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width, height, channels: 3, background: '#cc8844' } })
    .jpeg()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
