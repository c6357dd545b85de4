/** Finds the pictures that an export names: in a folder, or in a zip. Nothing is fetched from the other shop. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isTooLargeUnpacked, openZip } from '#src/server/content/zip.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

/** A photo of a phone has 12 MB. */
const MOST_BYTES = 30 * 1024 ** 2;
/** A folder such as "Downloads" may contain much else. */
const MOST_FILES = 50_000;
/** The formats that the shop reads. */
const READ = /\.(?:svg|png|jpe?g|webp|avif)$/i;

type PictureProblem = 'pictureMissing' | 'pictureFormat' | 'pictureTooLarge';

/** The bytes of a picture, read when they are needed. */
export type PictureBytes = () => Result<Buffer, PictureProblem>;

export interface Pictures {
  find: (source: string) => { extension: string; read: PictureBytes } | PictureProblem;
}

/** The file's name in a path or an address: "https://cdn.example/a/cafe.jpg?v=1" is "cafe.jpg". */
function fileNameOf(source: string): string {
  const name = source
    .replace(/[?#].*$/s, '')
    .split(/[/\\]/)
    .at(-1)!;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function pictures(files: ReadonlyMap<string, PictureBytes>): Pictures {
  return {
    find(source) {
      const name = fileNameOf(source);
      const read = files.get(name.toLowerCase());
      if (!READ.test(name)) return 'pictureFormat';
      return read ? { extension: path.extname(name).toLowerCase(), read } : 'pictureMissing';
    },
  };
}

export const noPictures: Pictures = pictures(new Map());

/** Stands for all pictures before anybody looks for them, so that none is reported as missing. */
export const notYetSought: Pictures = { find: () => ({ extension: '.jpg', read: () => fail('pictureMissing') }) };

/** The pictures in a folder and in the folders directly below it. */
export function picturesIn(folder: string): Pictures {
  const files = new Map<string, PictureBytes>();
  for (const place of [folder, ...foldersIn(folder)])
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      const key = entry.name.toLowerCase();
      if (!entry.isFile() || !READ.test(key) || files.has(key) || files.size >= MOST_FILES) continue;
      files.set(key, () => readPicture(path.join(place, entry.name)));
    }
  return pictures(files);
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map((entry) => path.join(folder, entry.name));

const readPicture = (file: string): Result<Buffer, PictureProblem> =>
  statSync(file).size > MOST_BYTES ? fail('pictureTooLarge') : ok(readFileSync(file));

/** The pictures in a zip, in any of its folders; undefined for a broken one. */
export function picturesInZip(bytes: Buffer): Pictures | undefined {
  try {
    const files = new Map<string, PictureBytes>();
    for (const [name, unpack] of openZip(bytes)) {
      // Macs add a second file of this name to each picture.
      if (!READ.test(name) || name.startsWith('__MACOSX/')) continue;
      files.set(fileNameOf(name).toLowerCase(), () => {
        try {
          return ok(unpack(MOST_BYTES));
        } catch (error) {
          return fail(isTooLargeUnpacked(error) ? 'pictureTooLarge' : 'pictureMissing');
        }
      });
    }
    return pictures(files);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
