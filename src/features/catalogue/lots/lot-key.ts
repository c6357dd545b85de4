import { fold } from '#src/shared/fold.ts';

/** Words that people write before a lot number. */
const LABELS =
  /^[^\p{L}\p{N}]*(?:(?:lote?s?|los|chargen?|chb?|batch(?:es)?|nr|no)[^\p{L}\p{N}]+|(?:lote?|charge|batch)(?=\d))+/u;

/** The letters and digits of a lot number, without a word like "Lot" before them. */
export const lotKey = (text: string): string =>
  fold(text)
    .replace(LABELS, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
