/** Attaches the pictures that a mail's HTML names as `cid:<file>`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';

const FOLDER = 'public/notice';
const REFERENCE = /<img src="cid:([\w-]+\.svg)"/g;

/**
 * A mail program that draws the picture shows it in its place, any other lists the file. Throws when the file is missing: the mail
 * waits, because a confirmation without the notice would not be what the law asks for.
 */
export function inlinePictures(html: string): NonNullable<SendMailOptions['attachments']> {
  return [...html.matchAll(REFERENCE)].map(([, filename = '']) => ({
    filename,
    content: readFileSync(path.resolve(FOLDER, filename)),
    cid: filename,
    contentType: 'image/svg+xml',
    contentDisposition: 'inline' as const,
  }));
}
