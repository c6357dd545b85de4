import { PDFDocument } from '@cantoo/pdf-lib';

/** Puts the pages of PDF files one after the other, so that many labels are one print. The library refuses encrypted files. */
export async function mergePdfs(files: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const merged = await PDFDocument.create();
  for (const file of files) {
    const source = await PDFDocument.load(file);
    for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
  }
  return new Uint8Array(await merged.save());
}
