import type { Locale } from '#src/i18n/locales.ts';
import { formatDate } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { shortCode } from '../voucher.ts';
import type { VoucherProblem } from '../voucher-problems.ts';
import { findVoucherByCode, isPaidBack, leftOf, type VoucherUser } from './voucher.repository.ts';
import { whyNotNow } from './voucher-stop.ts';

/** What a voucher pays of an order. */
export interface QuotedVoucher {
  id: string;
  /** "GV-…-B8NC" */
  code: string;
  used: Cents;
  /** What it has left for later orders. */
  left: Cents;
}

export interface RefusedVoucher {
  code: VoucherProblem | 'code_unknown';
  /** The reason in the shopper's language. */
  detail: string;
}

/** What the voucher of a typed code pays of an order's total. */
export async function quoteVoucher(
  { now }: Pick<Context, 'now'>,
  db: Reader,
  locale: Locale,
  typed: string,
  { total, user }: { total: Cents; user: VoucherUser },
): Promise<Result<QuotedVoucher, RefusedVoucher>> {
  const t = translator(locale);
  const refused = (code: RefusedVoucher['code'], day = '') =>
    fail({ code, detail: t(`codes:problems.${code}`, { day }) });
  const voucher = await findVoucherByCode(db, typed);
  if (!voucher) return refused('code_unknown');
  const problem = await whyNotNow(db, voucher, germanDay(now().toISOString()));
  if (problem) return refused(problem, formatDate(voucher.expires_on, locale));
  const left = await leftOf(db, voucher.id, user);
  if (left <= 0) return refused((await isPaidBack(db, voucher.id)) ? 'voucher_paid_back' : 'voucher_empty');
  const used = Math.min(left, total);
  return ok({ id: voucher.id, code: shortCode(voucher), used, left: left - used });
}
