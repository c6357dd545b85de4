import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { RecallRow } from '#src/server/db/tables/catalogue.ts';
import { countRecallMails, findProduct, findRecalls } from '../server/recall.repository.ts';
import { mailPrefix } from '../server/recall-mail.ts';
import { findConcerned, findLeft, type Recalled } from '../server/recall.service.ts';

export type RecallState = 'locked' | 'resumed' | 'undone';

export const recallState = ({
  undone_at,
  sale_resumed_at,
}: Pick<RecallRow, 'undone_at' | 'sale_resumed_at'>): RecallState =>
  undone_at ? 'undone' : sale_resumed_at ? 'resumed' : 'locked';

export const recalledOf = ({ cod_catalog, lot }: Pick<RecallRow, 'cod_catalog' | 'lot'>): Recalled => ({
  code: cod_catalog,
  lot: lot || undefined,
});

/** All recalls, newest first. */
export const loadRecallList = ({ db }: Context) => findRecalls(db.read, { isPublic: false });

/** The state of a recall, and the orders it affects now. */
export async function loadRecallView({ db }: Context, row: RecallRow) {
  return {
    product: (await findProduct(db.read, row.cod_catalog))!.product_name,
    concerned: await findConcerned(db.read, recalledOf(row)),
    left: await findLeft(db.read, recalledOf(row)),
    mails: await countRecallMails(db.read, mailPrefix(row)),
  };
}

export const hazardsOf = ({ hazards }: Pick<RecallRow, 'hazards'>): Partial<Record<Locale, string>> =>
  JSON.parse(hazards) as Partial<Record<Locale, string>>;
