/** Zip files: reads those of spreadsheets and other shops, and writes one. Without encryption and without zip64. */
import { crc32, inflateRawSync } from 'node:zlib';

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

/** Unpacks a file. `most`: its bytes at most; a larger one throws an error that `isTooLargeUnpacked` recognises. */
type Unpack = (most: number) => Buffer;

export const isTooLargeUnpacked = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';

/** The files of a zip by their names, from the directory at its end. Unpacks none. Throws for a broken zip. */
export function openZip(zip: Buffer): Map<string, Unpack> {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end < 0) throw new RangeError('not a zip');
  const files = new Map<string, Unpack>();
  for (let left = zip.readUInt16LE(end + 10), at = zip.readUInt32LE(end + 16); left > 0; left--) {
    const names = zip.readUInt16LE(at + 28);
    const entry = at;
    files.set(zip.toString('utf8', at + 46, at + 46 + names), (most) => unpack(zip, entry, most));
    at += 46 + names + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

function unpack(zip: Buffer, at: number, most: number): Buffer {
  const [method, size, head] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
  const packed = zip.subarray(start, start + size);
  if (method !== 0) return inflateRawSync(packed, { maxOutputLength: most });
  if (size > most) throw Object.assign(new RangeError('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
  return packed;
}

/** The names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** 1 January 1980, so that the same files give the same bytes. */
const NO_DATE = 0x0021;

/** A zip of files that are stored as they are: pictures are packed already, and tables are small. */
export function writeZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const [parts, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let offset = 0;
  for (const [name, bytes] of files) {
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(NO_DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, path]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), common, place, path]));
    parts.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
