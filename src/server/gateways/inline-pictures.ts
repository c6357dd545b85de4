/** Attaches the pictures that a mail's HTML names as `cid:<file>`, and draws its QR codes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { renderSVG } from 'uqr';

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

/** The text of a code is in its name, so that the outbox stores no picture (`mail-body.ts`). */
const CODE = /<img src="cid:(code-([\w-]+))"/g;

/** The QR codes of a mail as PNG, because many mail programs show no SVG. */
export const drawnCodes = (html: string): Promise<NonNullable<SendMailOptions['attachments']>> =>
  Promise.all(
    [...html.matchAll(CODE)].map(async ([, cid, encoded = '']) => {
      // Only this kind of mail needs it.
      const { default: sharp } = await import('sharp');
      const text = Buffer.from(encoded, 'base64url').toString();
      const svg = renderSVG(text, { ecc: 'M', border: 4, pixelSize: 6 });
      return {
        filename: 'code.png',
        content: await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer(),
        cid,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      };
    }),
  );
