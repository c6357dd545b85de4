/**
 * Puts PDF files one after the other, so that many labels are one print. It renumbers the objects of each file and
 * hangs the trees of their pages below a new one; pages themselves stay as they are.
 */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  /** What stands between `obj` and `endobj` or `stream`. */
  text: string;
  stream: string | undefined;
}

interface PdfFile {
  objects: Map<number, PdfObject>;
  /** The number of the tree of pages. */
  pages: number;
  count: number;
}

const REFERENCE = /(\d+)\s+\d+\s+R(?![^\s()<>[\]{}/%])/y;
const WORD = /[^\s()<>[\]{}/%]+/y;
const COMMENT = /%[^\r\n]*/y;
/** A dictionary's begin, or a string in hexadecimal digits. */
const ANGLE = /<<|<[^>]*>/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Where a string in parentheses ends. */
function endOfString(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The parts of a text: strings, comments, references and words as wholes, other signs one by one. */
function* partsOf(text: string, from = 0): Generator<{ at: number; part: string; reference?: number }> {
  for (let at = from; at < text.length;) {
    const reference = matchAt(REFERENCE, text, at);
    const [part = text[at]!] =
      reference ??
      (text[at] === '(' ? [text.slice(at, endOfString(text, at))] : null) ??
      matchAt(ANGLE, text, at) ??
      matchAt(COMMENT, text, at) ??
      matchAt(WORD, text, at) ??
      [];
    yield { at, part, ...(reference && { reference: Number(reference[1]) }) };
    at += part.length;
  }
}

const withReferences = (text: string, numberOf: (old: number) => number): string =>
  [...partsOf(text)]
    .map(({ part, reference }) => (reference === undefined ? part : `${numberOf(reference)} 0 R`))
    .join('');

const numberAfter = (text: string, name: string): number | undefined => {
  const found = new RegExp(String.raw`/${name}\s+(\d+)`).exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

const isOfType = (text: string, type: string): boolean => new RegExp(String.raw`/Type\s*/${type}(?![\w])`).test(text);

/** The objects of an object stream. */
function unpack({ text, stream = '' }: PdfObject): [number, PdfObject][] {
  const bytes = Buffer.from(stream, 'latin1');
  const content = (/\/FlateDecode/.test(text) ? inflateSync(bytes) : bytes).toString('latin1');
  const [count = 0, first = 0] = [numberAfter(text, 'N'), numberAfter(text, 'First')];
  const heads = content.slice(0, first).trim().split(/\s+/).map(Number);
  return Array.from({ length: count }, (_, index) => {
    const begin = first + heads[2 * index + 1]!;
    const end = index + 1 < count ? first + heads[2 * index + 3]! : content.length;
    return [heads[2 * index]!, { text: content.slice(begin, end), stream: undefined }];
  });
}

function readPdf(bytes: Uint8Array): PdfFile {
  const file = Buffer.from(bytes).toString('latin1');
  const objects = new Map<number, PdfObject>();
  const trailers: string[] = [];
  const heading = /(?<![\d.])(\d+)\s+\d+\s+obj(?!\w)|\btrailer(?!\w)/g;
  for (let head = heading.exec(file); head; head = heading.exec(file)) {
    const begin = heading.lastIndex;
    let end = file.length;
    let stop = '';
    for (const { at, part } of partsOf(file, begin))
      if (['stream', 'endobj', 'startxref'].includes(part)) {
        [end, stop] = [at, part];
        break;
      }
    const text = file.slice(begin, end);
    heading.lastIndex = end + stop.length;
    if (head[1] === undefined) {
      trailers.push(text);
      continue;
    }
    let stream: string | undefined;
    if (stop === 'stream') {
      const from = end + stop.length + (file.startsWith('\r\n', end + stop.length) ? 2 : 1);
      const length = /\/Length\s+\d+\s+\d+\s+R/.test(text) ? undefined : numberAfter(text, 'Length');
      const to = length === undefined ? file.indexOf('endstream', from) : from + length;
      stream = file.slice(from, to);
      heading.lastIndex = to;
    }
    objects.set(Number(head[1]), { text, stream });
  }
  for (const [number, object] of objects) {
    if (isOfType(object.text, 'XRef')) trailers.push(object.text);
    if (isOfType(object.text, 'ObjStm'))
      for (const [inner, own] of unpack(object)) if (!objects.has(inner)) objects.set(inner, own);
    if (isOfType(object.text, 'XRef') || isOfType(object.text, 'ObjStm')) objects.delete(number);
  }
  if (trailers.some((text) => /\/Encrypt\s/.test(text))) throw new Error('The PDF is encrypted.');
  const root = trailers.map((text) => numberAfter(text, 'Root')).findLast((number) => number !== undefined);
  const pages = numberAfter(objects.get(root ?? -1)?.text ?? '', 'Pages');
  const count = numberAfter(objects.get(pages ?? -1)?.text ?? '', 'Count');
  if (root === undefined || pages === undefined || count === undefined) throw new Error('The PDF has no pages.');
  objects.delete(root);
  return { objects, pages, count };
}

/** One PDF with the pages of all. A single file stays as it is. */
export function mergePdfs(files: Uint8Array[]): Uint8Array<ArrayBuffer> {
  if (files.length === 1) return new Uint8Array(files[0]!);
  const [catalog, tree] = [1, 2];
  const written: string[] = [];
  let next = 3;
  const kids: number[] = [];
  let count = 0;
  for (const file of files.map(readPdf)) {
    const numbers = new Map([...file.objects.keys()].map((old) => [old, next++]));
    // A reference to an object that does not exist means null.
    const numberOf = (old: number) => numbers.get(old) ?? 0;
    kids.push(numberOf(file.pages));
    count += file.count;
    for (const [old, { text, stream }] of file.objects) {
      const own = withReferences(text, numberOf);
      const body = old === file.pages ? own.replace('<<', `<< /Parent ${tree} 0 R`) : own;
      written[numberOf(old)] = body + (stream === undefined ? '' : `stream\n${stream}\nendstream`);
    }
  }
  written[catalog] = `<< /Type /Catalog /Pages ${tree} 0 R >>`;
  written[tree] = `<< /Type /Pages /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  let text = '%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n';
  const rows = written.map((body, number) => {
    const at = String(text.length).padStart(10, '0');
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return `${at} 00000 n \n`;
  });
  rows[0] = '0000000000 65535 f \n';
  const begin = text.length;
  text += `xref\n0 ${written.length}\n${rows.join('')}trailer\n<< /Size ${written.length} /Root ${catalog} 0 R >>\n`;
  return new Uint8Array(Buffer.from(`${text}startxref\n${begin}\n%%EOF\n`, 'latin1'));
}
