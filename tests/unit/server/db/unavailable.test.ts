import { describe, expect, it } from 'vitest';
import { isUnavailable } from '#src/server/db/unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('an error of an unavailable database', () => {
  it.each([
    ['a full disk', ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100']],
    ['a lock', ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_RECOVERY', '55P03']],
    ['a disk that can only be read', ['SQLITE_READONLY', 'SQLITE_CANTOPEN', '25006']],
    ['a time limit', ['57014', 'ETIMEDOUT']],
    ['a server that stops or starts', ['57P01', '57P02', '57P03', '08006']],
    ['no server', ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAI_AGAIN']],
    ['too many connections', ['53300']],
    ['transactions that always lose', ['40001', '40P01']],
  ])('includes %s', (_what, codes) => {
    for (const code of codes) expect(isUnavailable(withCode(code)), code).toBe(true);
  });

  it.each([
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('is recognized in pg’s message: %s', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
  });

  it.each([
    ['a mistake in SQL', withCode('SQLITE_ERROR')],
    ['a row that exists', withCode('SQLITE_CONSTRAINT_UNIQUE')],
    ['a row that exists', withCode('23505')],
    ['a missing table', withCode('42P01')],
    ['a missing file', withCode('ENOENT')],
    ['a bug', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('does not include %s', (_what, error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
