import type { PictureKind } from './media.ts';
import type { Wanted } from './uploaded-picture.ts';

/** The job that src/features/catalogue/server/picture-program.ts receives. */
export interface PictureOrder {
  file: Uint8Array;
  wanted: Wanted;
  kind: PictureKind;
}

export interface MadePicture {
  /** The stored original. */
  original: Buffer;
  /** Its name in the shop. */
  name: string;
  /** Names and bytes of the files to store, in this order. */
  files: [name: string, bytes: Uint8Array][];
}

/** The exit code of the program when a picture exceeds the memory limit. */
export const OUT_OF_MEMORY = 3;
