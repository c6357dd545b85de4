import { readFileSync } from 'node:fs';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import type { InvoiceContent } from '../invoice.ts';
import { createPaper, type Paper } from './paper.ts';

const FONTS = 'src/features/invoices/server/fonts';

/** The types do not know this subset yet. */
const ACCESSIBLE = { subset: 'PDF/UA' };

let fonts: { regular: Font; bold: Font } | undefined;

/** Parses the fonts once per process, because parsing takes longer than writing an invoice. */
function loadFonts() {
  const load = (name: string) => create(readFileSync(path.resolve(FONTS, name))) as Font;
  return (fonts ??= { regular: load('noto-sans-400.ttf'), bold: load('noto-sans-700.ttf') });
}

/** Widths of the columns in points; the name takes what is left. */
const NUMBER = 82;
const columnsOf = (head: string[], room: number): number[] => {
  const [quantity, ...rest] = [62, ...Array.from({ length: head.length - 2 }, () => NUMBER)];
  return [quantity!, room - quantity! - rest.length * NUMBER, ...rest];
};

/** An A4 document, tagged for screen readers (PDF/UA). The same content always gives the same bytes. `issuedAt`: ISO-8601. */
export async function renderInvoice(content: InvoiceContent, issuedAt: string): Promise<Uint8Array<ArrayBuffer>> {
  const { title, number, locale, seller } = content;
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    ...(ACCESSIBLE as object),
    tagged: true,
    displayTitle: true,
    lang: locale,
    info: { Title: `${title} ${number}`, Author: seller[0] ?? '', CreationDate: new Date(issuedAt) },
  });
  const { regular, bold } = loadFonts();
  // The types name only fonts as bytes; pdfkit 0.20 also takes parsed ones.
  doc.registerFont('regular', regular as never);
  doc.registerFont('bold', bold as never);
  const chunks: Uint8Array[] = [];
  const whole = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  const paper = createPaper(doc);
  write(paper, content);
  paper.close(number);
  return whole;
}

function write(paper: Paper, content: InvoiceContent): void {
  const { title, number, seller, buyer, facts, head, rows, vatHead, vatRows, total, notes } = content;
  paper.lines(seller, { size: 9 });
  paper.space(18);
  paper.lines([buyer[0]], { size: 8 });
  paper.lines(buyer[1].split('\n'), { size: 10 });
  paper.space(22);
  paper.heading(`${title} ${number}`);
  paper.space(8);
  const half = paper.room * 0.45;
  paper.table({ rows: facts.map((fact) => [...fact]), widths: [half, paper.room - half], rightFrom: Infinity });
  paper.space(16);
  paper.table({ head, rows, foot: [...total], widths: columnsOf(head, paper.room), rightFrom: 2 });
  if (vatRows.length > 0) {
    paper.space(16);
    const width = paper.room / vatHead.length;
    paper.table({ head: vatHead, rows: vatRows, widths: vatHead.map(() => width), rightFrom: 1 });
  }
  paper.space(16);
  paper.lines(notes, { size: 9 });
}
