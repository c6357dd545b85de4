import path from 'node:path';

/**
 * The path of a file below a folder. Throws for a name that leads out of the folder, because these names come from
 * another machine: a bucket's list, or the record of a build.
 */
export function placeInside(folder: string, name: string): string {
  const place = path.resolve(folder, name);
  const below = path.relative(folder, place);
  if (below === '' || below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below))
    throw new Error(`the name ${JSON.stringify(name)} leads out of its folder`);
  return place;
}
