import { digestFiles } from '#src/site/build/digest-files.ts';

/** Digest of what decides how an import compiles products. */
export const codeDigest = (): string => digestFiles('.', ['src', 'package-lock.json']);
