import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { confirmPassword } from '#src/desk/server/sign-in.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseEuro } from '#src/shared/typed-number.ts';
import { LEAST_VALUE, MOST_VALUE } from '../voucher.ts';
import {
  issueByHand,
  lockByHand,
  payOut,
  renewCode,
  sendByHand,
  unlockByHand,
} from '../server/voucher-acts.service.ts';
import { leftOf } from '../server/voucher.repository.ts';

/** Issues a voucher; returns its id. */
export async function actOnNewVoucher(open: OpenDesk, form: DeskForm): Promise<Result<string, DeskError>> {
  const { ctx, t } = open;
  const origin = (['counter', 'goodwill'] as const).find((known) => known === form.text('origin'));
  if (!origin) return fail({ kind: 'voucher_origin', marked: ['origin'] });
  const value = parseEuro(form.text('value'));
  const range = { least: formatPrice(LEAST_VALUE), most: formatPrice(MOST_VALUE) };
  if (!value.ok) {
    const error = numberError(value.error, t('vouchers:desk.amount'), { kind: 'voucher_value', values: range });
    return fail({ ...error, marked: ['value'] });
  }
  const refused = await askPassword(open, form);
  if (refused) return fail(refused);
  return issueByHand(ctx, {
    ...{ value: value.value, origin, locale: parseLocale(form.text('language')) ?? DEFAULT_LOCALE },
    ...{ note: form.text('note'), sender: form.text('sender'), recipient: form.text('recipient') },
    ...{ email: form.text('email'), message: form.raw('message'), sendOn: form.text('sendOn') },
  });
}

type Done = 'voucherLocked' | 'voucherUnlocked' | 'voucherPaidOut' | 'voucherSent' | 'voucherRenewed';

const after = (acted: Result<void, DeskError>, done: Done): Result<Done, DeskError> => (acted.ok ? ok(done) : acted);

export async function actOnVoucher(open: OpenDesk, id: string, form: DeskForm): Promise<Result<Done, DeskError>> {
  const { ctx } = open;
  switch (form.text('act')) {
    case 'lock':
      return after(await lockByHand(ctx, id, form.text('reason')), 'voucherLocked');
    case 'unlock':
      return after(await unlockByHand(ctx, id), 'voucherUnlocked');
    case 'send':
      return after(
        await sendByHand(ctx, id, { email: form.text('email'), instead: form.text('instead') !== '' }),
        'voucherSent',
      );
    case 'renew':
      return after(await renewCode(ctx, id), 'voucherRenewed');
    default:
      return after(await payOutOf(open, id, form), 'voucherPaidOut');
  }
}

async function payOutOf(open: OpenDesk, id: string, form: DeskForm): Promise<Result<void, DeskError>> {
  const { ctx, t } = open;
  const cents = parseEuro(form.text('value'));
  if (!cents.ok) {
    const values = { left: formatPrice(await leftOf(ctx.db.read, id)) };
    const error = numberError(cents.error, t('vouchers:desk.payOutAmount'), { kind: 'voucher_left', values });
    return fail({ ...error, marked: ['value'] });
  }
  const refused = await askPassword(open, form);
  if (refused) return fail(refused);
  return payOut(ctx, id, { cents: cents.value, note: form.text('note') });
}

/** Both acts are worth money. */
const askPassword = ({ ctx, signedIn }: OpenDesk, form: DeskForm): Promise<DeskError | undefined> =>
  confirmPassword(ctx, signedIn.staff, form.raw('current'));
