import { describe, expect, it } from 'vitest';
import { hideCodes } from '#src/desk/hidden-code.ts';
import { readVoucherCode } from '#src/features/vouchers/voucher.ts';

describe('a voucher’s code that is typed into a search', () => {
  it.each([
    ['GV-7K3M-Q9XD-2F4T-B8NC', 'GV-…-B8NC'],
    ['gv7k3mq9xd2f4tb8nc', 'GV-…-b8nc'],
    ['GV_7K3M_Q9XD_2F4T_B8NC', 'GV-…-B8NC'],
    ['GV 7K3M Q9XD 2F4T B 8NC', 'GV-…-B 8NC'],
    ['GV.7 K 3 M Q 9 X D 2 F 4 T B 8 N C', 'GV-…-B 8 N C'],
  ])('keeps no more than its end: %s', (typed, shown) => {
    expect(readVoucherCode(typed)).toBeDefined();
    expect(hideCodes(typed)).toBe(shown);
    expect(hideCodes(shown)).toBe(shown);
  });

  it('is hidden between other words, and other texts stay', () => {
    expect(hideCodes('Maria GV-7K3M-Q9XD-2F4T-B8NC')).toBe('Maria GV-…-B8NC');
    for (const text of ['GV-…-B8NC', 'GVI-001', 'Gv. Meyer', 'GV-7K3M-Q9XD-2F4T', 'GV-7K3M-Q9XD-2F4T-B8NCX'])
      expect(hideCodes(text)).toBe(text);
  });
});
