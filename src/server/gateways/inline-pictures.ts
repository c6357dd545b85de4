/** Attaches the pictures that a mail's HTML names as `cid:<file>`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';

const FOLDER = 'public/notice';
/** A pending mail of an earlier version names an SVG file and gets the PNG file of the same name. */
const REFERENCE = /<img src="cid:(([\w-]+)\.(?:png|svg))"/g;

/**
 * Mail programs show the picture in its place, or list it as a file. Throws when the file is missing: the mail stays
 * pending, because the law requires the notice in the confirmation.
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
