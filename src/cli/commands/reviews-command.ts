import { Command, Option } from 'commander';
import { problemText } from '#src/desk/server/desk-error.ts';
import { REASONS, REVIEW_LISTS, starsText, type Reason, type ReviewList } from '#src/features/reviews/review.ts';
import {
  findReports,
  findReviews,
  listReviews,
  type ListedReview,
} from '#src/features/reviews/server/review-desk.repository.ts';
import {
  approveReview,
  eraseReview,
  hideReview,
  unnameReview,
  type ReviewRefusal,
} from '#src/features/reviews/server/review-desk.service.ts';
import type { Context } from '#src/server/context.ts';
import type { ReviewReportRow } from '#src/server/db/tables/reviews.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import type { Result } from '#src/shared/result.ts';
import { jsonOption, printJson } from '../json.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { wholeNumber } from '../whole-number.ts';
import { fail } from './orders/named-orders.ts';
import { withRow } from './with-row.ts';

/** Length of ids in lists; a command accepts any unambiguous prefix. */
const SHORT_ID = 8;

export function reviewsCommand(): Command {
  const reviews = new Command('reviews').description('Reviews of products.');
  reviews
    .command('list')
    .description('reviews that wait for approval or were reported: id, local time, product, stars, state, beginning')
    .addOption(new Option('--of <list>', 'which ones').choices(REVIEW_LISTS).default('waiting'))
    .option('--limit <n>', 'number of lines', wholeNumber('--limit 20'), 50)
    .addOption(jsonOption())
    .action(list);
  reviews
    .command('show <id>')
    .description('print a whole review with its order and its reports')
    .action((id: string) =>
      withReview(id, async ({ db }, review) => {
        const reports = await findReports(db.read, review.id);
        const words = [
          `Id ${review.id}`,
          `Product ${review.code} ${review.productName}, order ${review.orderNumber}`,
          `Written ${berlinTime(review.written_at)}, ${review.state}${review.reason ? ` (${review.reason})` : ''}`,
          `${starsText(review.stars)} by ${review.shown_name || 'nobody named'}, in ${review.locale}`,
          ...review.text.split('\n').map((line) => `  ${line}`),
          ...(review.reply ? [`Reply: ${review.reply}`] : []),
          ...reports.map(describeReport),
        ];
        console.log(words.map(stripControlCharacters).join('\n'));
      }),
    );
  reviews
    .command('approve <id>')
    .description('publish a review on its product’s page, and settle its reports')
    .action((id: string) =>
      withReview(id, async (ctx, review) => tell(review, 'published', await approveReview(ctx, review))),
    );
  reviews
    .command('hide <id>')
    .description('hide a review; few stars are no reason (§ 5b UWG)')
    .addOption(new Option('--reason <reason>', 'why; the author sees it').choices(REASONS).makeOptionMandatory())
    .action((id: string, { reason }: { reason: Reason }) =>
      withReview(id, async (ctx, review) => tell(review, 'hidden', await hideReview(ctx, review, reason))),
    );
  reviews
    .command('erase <id>')
    .description('delete a review for good, because its author asks for it')
    .action((id: string) =>
      withReview(id, async (ctx, review) => tell(review, 'deleted', await eraseReview(ctx, review))),
    );
  reviews
    .command('unname <id>')
    .description('take the author’s name off a review')
    .action((id: string) =>
      withReview(id, async (ctx, review) => tell(review, 'without a name', await unnameReview(ctx, review))),
    );
  return reviews;
}

const describeReport = ({ created_at, done_at, reason, text, email }: ReviewReportRow): string =>
  `${done_at ? 'Settled report' : 'Report'} ${berlinTime(created_at)}: ` +
  [reason, text, email].filter(Boolean).join(', ');

const short = ({ id }: ListedReview): string => id.slice(0, SHORT_ID);

const list = ({ of, limit, json }: { of: ReviewList; limit: number; json?: true }): Promise<void> =>
  withContext(async ({ db }) => {
    const { reviews, total } = await listReviews(db.read, of, { limit });
    if (json) return printJson(reviews.map(toJson));
    for (const review of reviews) {
      const { written_at, code, stars, state, reports, text } = review;
      const words = [short(review), berlinTime(written_at), code, `${stars} of 5`, state];
      console.log(
        stripControlCharacters(
          [...words, ...(reports ? [`${reports} reported`] : []), text.slice(0, 60).replaceAll('\n', ' ')].join('  '),
        ),
      );
    }
    if (total > reviews.length) console.error(`${total - reviews.length} more. Show them with --limit ${total}.`);
    if (total === 0) console.log(of === 'waiting' ? 'No review waits.' : 'There is none.');
  });

const toJson = ({ id, code, orderNumber, stars, text, state, reason, reply, reports, ...review }: ListedReview) => ({
  ...{ id, product: code, order: orderNumber, stars, text, name: review.shown_name, language: review.locale },
  ...{ state, reason, reply, openReports: reports, writtenAt: review.written_at },
});

function tell(review: ListedReview, done: string, result: Result<void, ReviewRefusal>): void {
  if (!result.ok) return fail(problemText({ locale: 'en-US' }, result.error));
  console.log(`${short(review)}: ${done}.`);
}

const withReview = (id: string, act: (ctx: Context, review: ListedReview) => Promise<void>): Promise<void> =>
  withRow({ id, name: 'review', command: 'reviews list' }, findReviews, act);
