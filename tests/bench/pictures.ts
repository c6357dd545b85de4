import { readFileSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { PRODUCT_WIDTHS } from '#src/features/catalogue/pictures/picture.ts';
import { encodeAvif, PRODUCT_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import { folderOfPictures } from '#src/server/picture-store.ts';
import { inFolder } from './clean-up.ts';
import { number, table, tell } from './report.ts';

const CATALOGUE = 'src/content/catalogue';
const EFFORTS = [0, 1, 2, 4, 6];
const QUALITY = 55;
const SAMPLE = 12;
const COLD = 60;
/** As many at once as the import. */
const WORKERS = 3;

/** Pictures from every shelf. */
function sources(count: number): string[] {
  const all = readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(svg|jpg|png|webp|avif)$/.test(name),
  );
  const step = all.length / count;
  return Array.from({ length: count }, (_, n) => path.join(CATALOGUE, all[Math.floor(n * step)] ?? ''));
}

/** The cost of encoding a product's picture by effort, and the waiting time of a shop without encoded pictures. */
export async function benchPictures(): Promise<string> {
  return `${await efforts()}\n\n${await coldImport()}`;
}

async function efforts(): Promise<string> {
  const originals = await Promise.all(
    sources(SAMPLE).map(async (file) =>
      sharp(await sharp(file).resize(1200, 1200).flatten({ background: '#fff' }).png().toBuffer()),
    ),
  );
  const kinds = [
    ...EFFORTS.map((effort) => ({
      name: `AVIF, effort ${effort}`,
      encode: (image: Sharp) => encodeAvif(image, { quality: QUALITY, effort }),
    })),
    { name: 'WebP, quality 80', encode: (image: Sharp) => image.webp({ quality: 80 }) },
  ];
  const rows: string[][] = [];
  for (const { name, encode } of kinds) {
    tell(`pictures: ${name}`);
    const cells = [];
    for (const width of PRODUCT_WIDTHS) {
      const begin = performance.now();
      let bytes = 0;
      for (const original of originals) bytes += (await encode(original.clone().resize(width)).toBuffer()).length;
      cells.push(`${number((performance.now() - begin) / SAMPLE)} ms, ${number(bytes / SAMPLE / 1024, 1)} KiB`);
    }
    rows.push([name, ...cells]);
  }
  return table([`one picture of ${SAMPLE}`, ...PRODUCT_WIDTHS.map((width) => `${width} px`)], rows);
}

const coldImport = (): Promise<string> =>
  inFolder(os.tmpdir(), async (folder) => {
    tell(`pictures: ${COLD} into an empty shop`);
    const queue = sources(COLD);
    const begin = { clock: performance.now(), processor: process.cpuUsage() };
    const worker = async () => {
      for (let file = queue.shift(); file; file = queue.shift())
        await storePicture(folderOfPictures(folder), readFileSync(file), PRODUCT_PICTURE);
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    const seconds = (performance.now() - begin.clock) / 1000;
    const { user, system } = process.cpuUsage(begin.processor);
    const perThousand = (value: number) => number((value * 1000) / COLD);
    const bytes = readdirSync(folder).length;
    return table(
      ['1,000 pictures into an empty shop', 'seconds', 'processor s', 'files'],
      [[`from ${COLD}`, perThousand(seconds), perThousand((user + system) / 1e6), perThousand(bytes)]],
    );
  });
