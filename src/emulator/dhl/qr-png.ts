import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const SCALE = 8;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A QR code as a PNG in shades of grey, in Base64. */
export function qrPng(text: string): string {
  const { data, size } = encode(text);
  const side = size * SCALE;
  const rows = data.flatMap((row) => {
    const line = [0, ...row.flatMap((isDark) => Array<number>(SCALE).fill(isDark ? 0 : 255))];
    return Array<number[]>(SCALE).fill(line).flat();
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from(rows))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]).toString('base64');
}
