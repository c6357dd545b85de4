import { lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { TEST_ROOT } from '../support/site.ts';
import { benchShop, mediaFolder } from './bench-shop.ts';
import { inFolder } from './clean-up.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { measure, run } from './measure.ts';
import { number, table, tell } from './report.ts';

/** What a build from nothing takes at so many products, in three languages. */
export function benchBuild(sizes: number[]): Promise<string> {
  // Below the project: a build imports its packages.
  return inFolder(TEST_ROOT, async (parent) => {
    const media = mediaFolder(parent);
    const rows: string[][] = [];
    for (const size of sizes) {
      const folder = path.join(parent, String(size));
      rows.push(await buildAt(size, folder, media));
      rmSync(folder, { recursive: true });
    }
    return table(['build, products × 3 languages', 's', 'processor s', 'peak MiB', 'pages', 'ms per page', 'files', 'disk MiB'], rows);
  });
}

async function buildAt(size: number, folder: string, media: string): Promise<string[]> {
  const env = benchShop(folder, media);
  tell(`build: importing ${size} products`);
  await run(
    ['src/tools/shop.ts', 'catalogue', 'import', writeLargeCatalogue(path.join(folder, 'catalogue'), size, 'texts and pictures')],
    env,
  );
  tell(`build: building ${size} products`);
  const { seconds, processorSeconds, peakMiB } = await measure(['src/tools/build.ts'], env);
  const files = readdirSync(env.DIST_DIR, { recursive: true }).map((name) => path.join(env.DIST_DIR, String(name)));
  const pages = files.filter((file) => file.endsWith('.html')).length;
  // What it occupies, not what it holds: small files take whole blocks.
  const bytes = files.reduce((sum, file) => sum + lstatSync(file).blocks * 512, 0);
  return [
    number(size),
    number(seconds, 1),
    number(processorSeconds, 1),
    number(peakMiB),
    number(pages),
    number((seconds * 1000) / pages, 1),
    number(files.length),
    number(bytes / 2 ** 20, 1),
  ];
}
