/**
 * Packs files of the test site again, nearly as well as a shop does, because byte budgets are checked on them.
 * `npm test` needs only some of them, and packing all takes 14 s of processor time more. The variable PACK_QUALITY says
 * how well.
 */
import { existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPacker } from '#src/site/build/pack-file.ts';
import { inParallel } from '#src/shared/in-parallel.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { clientFolder } from './site.ts';

const client = realpathSync(clientFolder());
/** Belongs to this build. Says which files are packed well. */
const done = path.join(client, '../packed-well');
const wanted = isWholeMatrix ? 'all' : 'weighed';

if (!existsSync(done) || (isWholeMatrix && readFileSync(done, 'utf8') !== wanted)) {
  const names = globSync('**/*.br', { cwd: client }).map((name) => name.slice(0, -'.br'.length));
  // Browser tests weigh German pages.
  const isWeighed = (name: string) => /^de[/.]/.test(name) || !/^en\/|\.html$/.test(name);
  const pack = createPacker([]);
  await inParallel(isWholeMatrix ? names : names.filter(isWeighed), async (name) => {
    const file = path.join(client, name);
    await pack(file, name, readFileSync(file));
  });
  writeFileSync(done, wanted);
}
