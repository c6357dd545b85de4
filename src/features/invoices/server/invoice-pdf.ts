import { profileOf } from '../e-invoice.ts';
import type { InvoiceContent } from '../invoice.ts';
import type { EInvoiceXml } from './factur-x.ts';
import type { Paper } from './paper.ts';
import { writePdf } from './pdf-file.ts';

/** Widths of the columns in points; the name gets the rest. */
const NUMBER = 82;
const columnsOf = (head: string[], room: number): number[] => {
  const [quantity, ...rest] = [62, ...Array.from({ length: head.length - 2 }, () => NUMBER)];
  return [quantity!, room - quantity! - rest.length * NUMBER, ...rest];
};

/** The same content always gives the same bytes. `issuedAt`: ISO-8601. */
export async function renderInvoice(content: InvoiceContent, issuedAt: string): Promise<Uint8Array<ArrayBuffer>> {
  const { title, number, locale, seller } = content;
  const eInvoice = await eInvoiceOf(content, issuedAt);
  const facts = { title: `${title} ${number}`, author: seller[0] ?? '', locale, at: issuedAt, foot: number, eInvoice };
  return writePdf(facts, (paper) => write(paper, content));
}

async function eInvoiceOf(content: InvoiceContent, issuedAt: string): Promise<EInvoiceXml | undefined> {
  const { eInvoice, shares } = content;
  if (!eInvoice) return undefined;
  // The library takes a second to load; only shops with companies among their buyers need it.
  const { renderXml } = await import('./e-invoice-xml.ts');
  return { xml: await renderXml(content, eInvoice, issuedAt), profile: profileOf(shares) };
}

function write(paper: Paper, content: InvoiceContent): void {
  const { title, number, seller, buyer, delivery, facts, head, rows, vatHead, vatRows, total, notes } = content;
  paper.lines(seller, { size: 9 });
  paper.space(18);
  for (const [label, lines] of delivery ? [buyer, delivery] : [buyer]) {
    paper.lines([label], { size: 8 });
    paper.lines(lines.split('\n'), { size: 10 });
    paper.space(8);
  }
  paper.space(14);
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
