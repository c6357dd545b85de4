import PDFDocument from 'pdfkit';
import type { Locale } from '#src/i18n/locales.ts';
import { attachXml, type EInvoiceXml } from './factur-x.ts';
import { loadFonts, toPrintable } from './fonts.ts';
import { createPaper, type Paper } from './paper.ts';

/** The types do not know these subsets yet. A file for archives (PDF/A-3a) can carry an XML. */
const ACCESSIBLE = { subset: 'PDF/UA' };
const ARCHIVED = { subset: 'PDF/A-3a' };

interface PdfFacts {
  title: string;
  author: string;
  locale: Locale;
  /** ISO-8601 */
  at: string;
  /** The footer text of each page. */
  foot: string;
  /** Makes the document a Factur-X invoice. */
  eInvoice?: EInvoiceXml | undefined;
}

/** An A4 document, tagged for screen readers (PDF/UA). The same facts and content always give the same bytes. */
export function writePdf(
  { title, author, locale, at, foot, eInvoice }: PdfFacts,
  write: (paper: Paper) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    ...((eInvoice ? ARCHIVED : ACCESSIBLE) as object),
    tagged: true,
    displayTitle: true,
    lang: locale,
    info: { Title: title, Author: author, CreationDate: new Date(at) },
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
  if (eInvoice) attachXml(doc, eInvoice, new Date(at));
  const paper = createPaper(doc, toPrintable);
  write(paper);
  paper.close(foot);
  return whole;
}
