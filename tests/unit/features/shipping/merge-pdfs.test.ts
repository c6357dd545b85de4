import { deflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { labelPdf } from '#src/emulator/dhl/label-pdf.ts';
import { writePdf } from '#src/features/invoices/server/pdf-file.ts';
import { mergePdfs } from '#src/features/shipping/server/merge-pdfs.ts';

const label = (text: string) => Buffer.from(labelPdf(292, 425, [text, String.raw`(1) \ 0 R`]), 'base64');

/** The objects of a file in a stream, as programs write them since PDF 1.5. */
function packedPdf(text: string): Buffer {
  const content = `BT /F1 12 Tf 20 100 Td (${text} 7 0 R) Tj ET`;
  const inner = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let at = 0;
  const heads = inner.map((object, index) => {
    const head = `${index + 1} ${at}`;
    at += object.length + 1;
    return head;
  });
  const first = `${heads.join(' ')} `;
  const stream = deflateSync(first + inner.join('\n')).toString('latin1');
  const objects = [
    `5 0 obj\n<< /Length 8 0 R >>\nstream\n${content}\nendstream\nendobj\n8 0 obj\n${content.length}\nendobj\n`,
    `6 0 obj\n<< /Type /ObjStm /N 4 /First ${first.length} /Filter /FlateDecode /Length ${stream.length} >>\n`,
    `stream\n${stream}\nendstream\nendobj\n`,
    '9 0 obj\n<< /Type /XRef /Size 10 /Root 1 0 R /W [1 1 1] /Length 0 >>\nstream\n\nendstream\nendobj\n',
  ];
  return Buffer.from(`%PDF-1.5\n${objects.join('')}startxref\n0\n%%EOF\n`, 'latin1');
}

it('many labels and packing slips are one print in their order', async () => {
  const facts = { title: 'Slip', author: 'Shop', locale: 'de-DE', at: '2026-11-28T12:00:00Z', foot: 'Fuß' } as const;
  const slip = await writePdf(facts, (paper) => paper.page());
  const merged = mergePdfs([label('FIRST'), slip, packedPdf('THIRD'), label('FOURTH')]);
  const { text, totalPages } = await extractText(await getDocumentProxy(merged));
  expect(totalPages).toBe(5);
  expect(text.map((page) => /FIRST|THIRD|FOURTH|Fuß/.exec(page)?.[0])).toEqual([
    ...['FIRST', 'Fuß', 'Fuß', 'THIRD', 'FOURTH'],
  ]);
  expect(text[3]).toContain('THIRD 7 0 R');
});

it('an encrypted file is refused', () => {
  const locked = label('SECRET').toString('latin1').replace('/Root', '/Encrypt 9 0 R /Root');
  expect(() => mergePdfs([Buffer.from(locked, 'latin1'), label('OTHER')])).toThrow('encrypted');
});
