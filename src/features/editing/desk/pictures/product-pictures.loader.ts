import { fallbackImage } from '#src/features/catalogue/pictures/picture.ts';
import type { Context } from '#src/server/context.ts';
import { altsOf, picturesOf, type Fields, type PictureAlts } from '#src/features/editing/server/catalogue-fields.ts';
import { findStoredPictures } from '#src/features/editing/server/sources.repository.ts';

export interface ShownPicture {
  /** Name of the original. */
  name: string;
  address: string;
  alts: PictureAlts;
}

/** The pictures of these fields. */
export async function loadPictures({ db }: Context, fields: Fields): Promise<ShownPicture[]> {
  const names = picturesOf(fields);
  const stored = await findStoredPictures(db.read, names);
  const alts = altsOf(fields);
  return names.map((name, index) => ({
    name,
    address: fallbackImage(stored.get(name) ?? null),
    alts: alts[index] ?? {},
  }));
}
