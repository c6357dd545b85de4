import { expect, it } from 'vitest';
import { lastDayFrom, readVoucherCode, whyNot, writtenCode } from '#src/features/vouchers/voucher.ts';

it('the shop reads a code with any spaces and hyphens, in lower case, and with letters that look like digits', () => {
  const code = 'GV01M3Q9XD2F4TB8NC';
  expect(writtenCode(code.slice(2))).toBe('GV-01M3-Q9XD-2F4T-B8NC');
  const typed = [
    'GV-01M3-Q9XD-2F4T-B8NC',
    ' gv oi m3q9xd 2f4t–b8nc ',
    'gvol-m3q9-xd2f-4tb8-nc',
    'GV_01M3.Q9XD2F4TB8NC',
  ];
  for (const text of typed) expect(readVoucherCode(text), text).toBe(code);
  const others = ['', 'GV', 'WELCOME10', '01M3-Q9XD-2F4T-B8NC', 'GV-U1M3-Q9XD-2F4T-B8NC', `GV-01M3-Q9XD-2F4T-B8NC1`];
  for (const text of others) expect(readVoucherCode(text), text).toBeUndefined();
});

it('a voucher is valid until the end of the third year after the German year of its sale', () => {
  expect(lastDayFrom('2026-11-30T12:00:00.000Z')).toBe('2029-12-31');
  // New Year's Eve in London is New Year in Berlin.
  expect(lastDayFrom('2026-12-31T23:30:00.000Z')).toBe('2030-12-31');
  const valid = { locked_at: null, expires_on: '2029-12-31' };
  expect(whyNot(valid, '2029-12-31')).toBeUndefined();
  expect(whyNot(valid, '2030-01-01')).toBe('voucher_expired');
  expect(whyNot({ ...valid, locked_at: '2026-12-01T00:00:00.000Z' }, '2026-12-02')).toBe('voucher_locked');
});
