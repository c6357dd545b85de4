import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { brandFiles } from './brand.ts';
import { readShelves } from './catalogue.ts';
import { drawPicture } from './picture.ts';
import { drawSlides } from './slides.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const catalogue = join(root, 'src/content/catalogue');

interface Options {
  all?: boolean;
  shelf?: string;
  code?: string;
  slides?: boolean;
  brand?: boolean;
}

const hasPhotograph = (stem: string): boolean => ['png', 'jpg', 'jpeg', 'webp', 'avif'].some((ending) => existsSync(`${stem}.${ending}`));

/** Returns how many pictures were written and what stood in the way of others. */
function drawCatalogue(options: Options): { written: number; problems: string[] } {
  const shelves = readShelves(catalogue).filter(({ folder }) => !options.shelf || folder === options.shelf);
  if (options.shelf && shelves.length === 0) throw new Error(`no artwork.csv in src/content/catalogue/${options.shelf}`);
  if (options.code && !shelves.some(({ subjects }) => subjects.some(({ code }) => code === options.code))) {
    throw new Error(`no artwork.csv has a sound row for ${options.code}`);
  }
  let written = 0;
  for (const { folder, subjects } of shelves) {
    for (const subject of subjects) {
      const stem = join(catalogue, folder, subject.code);
      const wanted = options.code ? subject.code === options.code : options.all === true || !existsSync(`${stem}.svg`);
      if (!wanted || hasPhotograph(stem)) continue;
      writeFileSync(`${stem}.svg`, drawPicture(subject));
      written += 1;
    }
  }
  return { written, problems: shelves.flatMap((shelf) => shelf.problems) };
}

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
    console.log(path);
  }
}

const program = new Command('artwork')
  .description('Draws the pictures of products that have no photograph. Without an option it draws the missing ones.')
  .option('--all', 'draw every product again')
  .option('--shelf <folder>', 'only this folder of src/content/catalogue')
  .option('--code <code>', 'draw this product again')
  .option('--slides', "draw the home page's slides instead")
  .option('--brand', 'draw the shop mark and the "no picture" image instead')
  .parse();

const options = program.opts<Options>();
if (options.slides) write(drawSlides(readShelves(catalogue).flatMap((shelf) => shelf.subjects)));
if (options.brand) write(await brandFiles());
if (!options.slides && !options.brand) {
  const { written, problems } = drawCatalogue(options);
  for (const problem of problems) console.error(problem.replace(root, ''));
  console.log(`${written} pictures written${problems.length > 0 ? `, ${problems.length} mistakes` : ''}`);
  if (problems.length > 0) process.exitCode = 1;
}
