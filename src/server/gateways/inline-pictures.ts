/** Attaches the pictures that a mail's HTML names as `cid:<file>`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';

const FOLDER = 'public/notice';
const REFERENCE = /src="cid:([\w-]+\.svg)"/g;

/** A mail program that draws the picture shows it in its place, any other lists the file. A mail without the file is sent all the same. */
export function inlinePictures(html: string): NonNullable<SendMailOptions['attachments']> {
  return [...html.matchAll(REFERENCE)].flatMap(([, filename = '']) => {
    const content = read(filename);
    return content ? [{ filename, content, cid: filename, contentType: 'image/svg+xml', contentDisposition: 'inline' as const }] : [];
  });
}

function read(name: string): Buffer | undefined {
  try {
    return readFileSync(path.resolve(FOLDER, name));
  } catch {
    return undefined;
  }
}
