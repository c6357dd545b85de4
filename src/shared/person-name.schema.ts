import { z } from 'zod';
import { normalizeText } from './normalize.ts';
import { LETTER, textLine } from './text-line.schema.ts';

/** Longest first or last name, in UTF-16 units. */
const MAX_PART = 60;
/** Both names with the space between them. */
const MAX_FULL = 2 * MAX_PART + 1;

// Letters of all scripts with their joiners, digits ("3M", "Heinrich 8"), and the punctuation of names and companies.
const ONLY_NAME = /^[\p{L}\p{M}\p{N}\u200c\u200d .,'’ʼ‘`´"“”„«»\-‐‑–—־׳״·・&/()+!*_:#%|®™]*$/u;
// Some characters are allowed only in their usual place: "Yahoo!", "Kolleg*innen", "Kita #3", "100% Natur". A colon
// elsewhere may begin an address ("mailto:ana").
const MISPLACED =
  /!.*!|[*_:](?!\p{L})|(?<!\p{L})[*_:]|[_:](?!in(?!\p{L})|innen)|#(?!\p{N})|(?<!\p{N} ?)%|%(?=[\p{L}\p{N}])/u;
// Mail programs turn "word.word" into a link, but not "J.R.R.".
const DOMAIN = /\.[\p{M}\u200c\u200d]*[\p{L}\p{N}][\p{M}\u200c\u200d]*[\p{L}\p{N}-]/u;
// Six digits or more are a phone number; "Studio 54321" is a name.
const PHONE = /(?:\p{N}\P{N}*){6}/u;

// Companies with a dot inside of their names. Neither ".on" nor ".oliver" is a top-level domain, so no mail program
// sees a link.
const BRAND = /(?<![\p{L}\p{M}\p{N}.-])(E\.ON|s\.Oliver)(?![\p{L}\p{M}\p{N}.-])/giu;

function isPart(text: string): boolean {
  // Some digits of Unicode contain a full stop, or are two: "⒈", "⑿".
  const plain = normalizeText(text.replace(BRAND, ''), 'NFKD');
  return ONLY_NAME.test(text) && !MISPLACED.test(text) && !DOMAIN.test(plain) && !PHONE.test(plain);
}

// People omit the space in "J.Silva", "z.Hd. Weber", "Dr.med. Weber" and "1.FC". Adding the space makes sure that no
// mail program sees a domain.
const INITIAL = /(?<![\p{L}\p{M}\p{N}])(\p{Lu}\.(?=\p{Lu}\p{L})|\p{Ll}\.(?=\p{Lu}\p{Ll})|\d{1,2}\.(?=\p{Lu}))/gu;
const TITLE =
  /(?<![\p{L}\p{M}\p{N}])(Dra?|Dres|Prof|Univ|Dipl|Ing|Mag|Sc|Eng|Arch|Kfm|Sra?|Jr|St[ao]?|Frl?|Hrn?|Mrs?|Ms|Mme|Fam|Fa|Gebr|Inh|Abt|Hdn?|Co|Md|Ma|Th|Chr?|Joh|Wm|RA|RAin|Dir|Kath|Ev|Städt|geb|med|rer|nat|phil|jur|habil|techn|oec|pol|theol|vet|dent|mult)\.(?=\p{L})/giu;

const addSpaces = (text: string): string =>
  text
    .split(BRAND)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replace(INITIAL, '$1 ').replace(TITLE, '$1. ')))
    .join('');

/**
 * A name that mails may contain: no e-mail address, domain, phone number or line break. Otherwise a stranger could make
 * the shop mail a message of theirs to anybody.
 */
const name = (max: number) =>
  z
    .string()
    .transform((text) => addSpaces(normalizeText(text).replace(/\p{Zs}/gu, ' ')))
    .pipe(textLine(max).refine(isPart));

/** A first name or a last name. People who have one name only put a dash into the other field. */
export const namePart = () => name(MAX_PART);

/** A whole name in one field. */
export const fullName = () => name(MAX_FULL).refine((text) => LETTER.test(text));

/** Whether a first and a last name make a name that `fullName` accepts. */
export const isFullName = (first: string, last: string): boolean => fullName().safeParse(`${first} ${last}`).success;
