import { readVoucherCode } from './voucher.ts';

interface Typed {
  code?: string | undefined;
  voucher?: string | undefined;
}

const isVoucher = (typed: string): boolean => readVoucherCode(typed) !== undefined;

/**
 * The discount code and the gift voucher in what a shopper typed: one field takes either, or both with a space between
 * them.
 */
export function typedCodes({ code = '', voucher }: Typed): Typed {
  if (isVoucher(code)) return { voucher: voucher ?? code };
  const words = code.trim().split(/\s+/);
  const own = voucher ?? words.findLast(isVoucher);
  const rest = words.filter((word) => !isVoucher(word)).join(' ');
  return { ...(rest && { code: rest }), ...(own && { voucher: own }) };
}
