/** Attaches the pictures that a mail's HTML names as `cid:<file>`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';

const FOLDER = 'public/notice';
/** A mail that waits since an earlier version of the shop names an SVG file. It gets the PNG file of the same name. */
const REFERENCE = /<img src="cid:(([\w-]+)\.(?:png|svg))"/g;

/**
 * A mail program that shows pictures shows it in its place, any other lists the file. Throws when the file is missing: the mail
 * waits, because a confirmation without the notice would not be what the law asks for.
 */
export function inlinePictures(html: string): NonNullable<SendMailOptions['attachments']> {
  return [...html.matchAll(REFERENCE)].map(([, cid, name]) => ({
    filename: `${name}.png`,
    content: readFileSync(path.resolve(FOLDER, `${name}.png`)),
    cid,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  }));
}
