/** Reviews and reports as the desk and the command line show them. */
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { ReviewReportRow, ReviewRow } from '#src/server/db/tables/reviews.ts';
import type { ReviewList } from '../review.ts';

export interface ListedReview extends ReviewRow {
  orderNumber: string;
  code: string;
  productName: string;
  slug: string;
  /** How many open reports there are. */
  reports: number;
  /** When it was reported last. */
  reportedAt: string | null;
}

const selectReviews = (db: Reader) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .selectAll('r')
    .select(['o.order_number as orderNumber', 'p.cod_catalog as code', 'p.product_name as productName', 'p.slug'])
    .select(({ selectFrom }) =>
      selectFrom('review_reports as s')
        .select((row) => row.fn.countAll<number>().as('total'))
        .whereRef('s.review_id', '=', 'r.id')
        .where('s.done_at', 'is', null)
        .as('reports'),
    )
    .select(({ selectFrom }) =>
      selectFrom('review_reports as s')
        .select((row) => row.fn.max('s.created_at').as('latest'))
        .whereRef('s.review_id', '=', 'r.id')
        .as('reportedAt'),
    );

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['executeTakeFirstOrThrow']>>;
const toListed = (row: Row): ListedReview => ({ ...row, reports: Number(row.reports) });

const openReports = (db: Reader) => db.selectFrom('review_reports').select('review_id').where('done_at', 'is', null);

/** Those that wait: the oldest first; all others: the newest first. */
export async function listReviews(
  db: Reader,
  list: ReviewList,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ reviews: ListedReview[]; total: number }> {
  const some = () =>
    selectReviews(db).where(({ eb, or }) =>
      list === 'waiting'
        ? or([eb('r.state', '=', 'pending'), eb('r.id', 'in', openReports(db))])
        : eb('r.state', '=', list),
    );
  const { total } = await some()
    .clearSelect()
    .select((row) => row.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await some()
    .orderBy('r.written_at', list === 'waiting' ? 'asc' : 'desc')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { reviews: rows.map(toListed), total: Number(total) };
}

export const countWaitingReviews = async (db: Reader): Promise<number> =>
  (await listReviews(db, 'waiting', { limit: 1 })).total;

/** The reviews whose ids have this prefix; two are enough to detect ambiguity. */
export const findReviews = async (db: Reader, idPrefix: string): Promise<ListedReview[]> =>
  (await selectReviews(db).where('r.id', 'like', `${idPrefix}%`).limit(2).execute()).map(toListed);

export const findReview = async (db: Reader, id: string): Promise<ListedReview | undefined> => {
  const row = await selectReviews(db).where('r.id', '=', id).executeTakeFirst();
  return row && toListed(row);
};

/** Open ones first. */
export const findReports = (db: Reader, reviewId: string): Promise<ReviewReportRow[]> =>
  db
    .selectFrom('review_reports')
    .selectAll()
    .where('review_id', '=', reviewId)
    .orderBy((row) => row.case().when('done_at', 'is', null).then(0).else(1).end())
    .orderBy('created_at')
    .limit(100)
    .execute();

export async function insertReport(tx: Writer, row: Tables['review_reports']): Promise<void> {
  await tx.insertInto('review_reports').values(row).execute();
}

export async function finishReports(tx: Writer, reviewId: string, at: string): Promise<void> {
  await tx
    .updateTable('review_reports')
    .set({ done_at: at })
    .where('review_id', '=', reviewId)
    .where('done_at', 'is', null)
    .execute();
}

export async function deleteOldReports(tx: Writer, before: string): Promise<void> {
  await tx.deleteFrom('review_reports').where('created_at', '<', before).execute();
}
