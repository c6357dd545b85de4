/** A file that a form with several steps carries from one step to the next, so that nothing is stored before the last. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DeskForm } from './desk-form.ts';

/** A form's field has at most 60,000 characters. */
const PART = 50_000;

/** The chosen file, or the one that the step before carried; undefined without one. */
export async function carriedFile(form: DeskForm, { bytes }: { bytes: number }): Promise<Uint8Array | undefined> {
  const file = form.file('file');
  if (file) return new Uint8Array(await file.arrayBuffer());
  const packed = form.all('part').join('');
  if (packed === '') return undefined;
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: bytes });
  } catch {
    return undefined;
  }
}

/** The file as values of hidden fields `part`. */
export function partsOf(file: Uint8Array): string[] {
  const packed = gzipSync(file).toString('base64');
  return Array.from({ length: Math.ceil(packed.length / PART) }, (_, part) =>
    packed.slice(part * PART, (part + 1) * PART),
  );
}
