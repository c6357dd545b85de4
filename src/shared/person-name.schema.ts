import { z } from 'zod';
import { normalizeText } from './normalize.ts';
import { textLine } from './text-line.schema.ts';

/** Longest first or last name, in UTF-16 units. */
const MAX_PART = 60;
/** Both names with the space between them. */
const MAX_FULL = 2 * MAX_PART + 1;

// Letters of all scripts with their joiners, digits ("3M", "Heinrich 8"), and the punctuation of names and companies.
const ONLY_NAME = /^[\p{L}\p{M}\p{N}\u200c\u200d .,'’ʼ‘`´"“”„«»\-‐‑–—־׳״·・&/()+]*$/u;
// Mail programs turn "word.word" into a link, but not "J.R.R.".
const DOMAIN = /\.[\p{M}\u200c\u200d]*[\p{L}\p{N}][\p{M}\u200c\u200d]*[\p{L}\p{N}-]/u;
// Five digits or more are a phone number, not a name.
const PHONE = /(?:\p{N}\P{N}*){5}/u;

const isName = (text: string): boolean => ONLY_NAME.test(text) && !DOMAIN.test(text) && !PHONE.test(text);

// People omit the space in "J.Silva", "St.John" and "Dr.med. Weber". Adding the space makes sure that no mail program sees a domain.
const INITIAL = /(?<![\p{L}\p{M}\p{N}])(\p{Lu})\.(?=\p{Lu}\p{L})/gu;
const TITLE =
  /(?<![\p{L}\p{M}\p{N}])(Dra?|Prof|Univ|Dipl|Ing|Mag|Sra?|Jr|St[ao]?|Co|Md|Ma|Fam|Th|Ch|geb|med|rer|nat|phil|jur|habil)\.(?=\p{L})/giu;

/**
 * A name that mails may contain: no e-mail address, domain, phone number or line break. Otherwise a stranger could make the shop
 * mail a message of theirs to anybody.
 */
const name = (max: number) =>
  z
    .string()
    .transform((text) =>
      normalizeText(text)
        .replace(/\p{Zs}/gu, ' ')
        .replace(INITIAL, '$1. ')
        .replace(TITLE, '$1. '),
    )
    .pipe(textLine(max).refine(isName));

/** A first name or a last name. */
export const namePart = () => name(MAX_PART);

/** A whole name in one field. */
export const fullName = () => name(MAX_FULL);
