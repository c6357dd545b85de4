import { digestFiles } from '#src/site/build/digest-files.ts';

/** Digest of the code that an import uses to compile products. */
export const codeDigest = (): string => digestFiles('.', ['src', 'package-lock.json']);
