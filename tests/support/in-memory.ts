import { accessSync, chmodSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Linux keeps these files in memory. */
const MEMORY = '/dev/shm';
/** Far more than the shops of all workers take at a time. */
const ENOUGH_BYTES = 2 ** 31;
const NAME = 'vitrine-tests-';

/**
 * Environment of programs that run tests: their temporary files lie in memory if the machine has enough of it. Each
 * write to a shop's database waits for the disk, which takes thirty times as long. Ends with this process.
 */
export function inMemory(): Record<string, string> {
  const folder = path.join(MEMORY, `${NAME}${process.pid}`);
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) < ENOUGH_BYTES) return {};
    removeOthers();
    mkdirSync(folder, { recursive: true });
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    // Tests run programs that they have written.
    const program = path.join(folder, 'program');
    writeFileSync(program, '');
    chmodSync(program, 0o700);
    accessSync(program, constants.X_OK);
    return { TMPDIR: folder };
  } catch {
    return {};
  }
}

/** Folders of runs that were killed. */
function removeOthers(): void {
  for (const name of readdirSync(MEMORY)) {
    const id = name.startsWith(NAME) && Number(name.slice(NAME.length));
    if (id && !isAlive(id)) rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
