import { sql } from 'kysely';
import { fold } from '#src/shared/fold.ts';
import { containing } from '#src/server/db/containing.ts';

/** Whether a product of the table `p` has this text in its name or its code, or as its EAN. */
export const hasInNameOrCode = (text: string) =>
  sql<boolean>`(p.sort_name like ${containing(fold(text))} escape '\\' or lower(p.cod_catalog) like ${containing(text.toLowerCase())} escape '\\' or p.ean = ${text.trim()})`;
