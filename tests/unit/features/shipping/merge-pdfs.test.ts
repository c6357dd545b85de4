import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { labelPdf } from '#src/emulator/dhl/label-pdf.ts';
import { writePdf } from '#src/features/invoices/server/pdf-file.ts';
import { mergePdfs } from '#src/features/shipping/server/merge-pdfs.ts';

const label = (text: string) => Buffer.from(labelPdf(292, 425, [text]), 'base64');

it('many labels and packing slips are one print in their order', async () => {
  const facts = { title: 'Slip', author: 'Shop', locale: 'de-DE', at: '2026-11-28T12:00:00Z', foot: 'Fuß' } as const;
  const slip = await writePdf(facts, (paper) => paper.page());
  const merged = await mergePdfs([label('FIRST'), slip, label('SECOND')]);
  const { text } = await extractText(await getDocumentProxy(merged));
  expect(text.map((page) => /FIRST|SECOND|Fuß/.exec(page)?.[0])).toEqual(['FIRST', 'Fuß', 'Fuß', 'SECOND']);
});
