import { extractText, getDocumentProxy } from 'unpdf';

export interface PdfText {
  /** The text of each page, with single spaces. */
  pages: string[];
  text: string;
  title: string;
  language: string;
  /** Whether the document says that its structure is marked for screen readers. */
  isTagged: boolean;
  /** The texts of the attached files by their names. */
  attachments: Map<string, string>;
}

/** unpdf's types are older than its pdf.js. */
interface Attaching {
  getAttachments: () => Promise<Map<string, { filename: string }> | null>;
  getAttachmentContent: (id: string) => Promise<Uint8Array>;
}

async function attachmentsOf(document: Attaching): Promise<Map<string, string>> {
  const attachments = new Map<string, string>();
  for (const [id, { filename }] of (await document.getAttachments()) ?? [])
    attachments.set(filename, Buffer.from(await document.getAttachmentContent(id)).toString());
  return attachments;
}

/** Reads a PDF file as a person would: its text, and what it tells a screen reader. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const pages = text.map((page) => page.replace(/\s+/g, ' '));
  const { info } = await document.getMetadata();
  const { Title: title = '', Language: language = '' } = info as { Title?: string; Language?: string };
  const isTagged = (await document.getMarkInfo())?.Marked === true;
  const attachments = await attachmentsOf(document as unknown as Attaching);
  return { pages, text: pages.join(' '), title, language, isTagged, attachments };
}
