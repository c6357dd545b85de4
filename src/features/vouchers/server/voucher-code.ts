import { createHash, randomInt } from 'node:crypto';
import type { Config } from '#src/settings/environment/config.ts';
import { openSecret, storedSecret } from '#src/server/desk-key.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { CODE_LENGTH, CODE_SIGNS, readVoucherCode, writtenCode } from '../voucher.ts';

type StoredCode = Pick<VoucherRow, 'code_hash' | 'code_sealed' | 'last_four'>;

/** A new code, and what the database stores of it. */
export function newVoucherCode(config: Config, voucherId: string): StoredCode & { code: string } {
  const signs = Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('');
  const code = writtenCode(signs);
  return {
    code,
    code_hash: codeHash(code)!,
    code_sealed: storedSecret(config, voucherId, code),
    last_four: signs.slice(-4),
  };
}

/** undefined for a text that is not a voucher's code. Without a key, because a lost key would void all vouchers. */
export function codeHash(typed: string): string | undefined {
  const code = readVoucherCode(typed);
  return code && createHash('sha256').update(`voucher ${code}`).digest('base64url');
}

/** The code as its owner reads it; undefined when the key is lost. */
export const openCode = (config: Config, { id, code_sealed }: VoucherRow): string | undefined =>
  openSecret(config, id, code_sealed)?.secret;
