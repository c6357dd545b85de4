import { expect, it } from 'vitest';
import { loggedError } from '#src/server/logged-error.ts';

it('a logged error contains neither rows, responses nor addresses', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ana@kunde.example) already exists.',
  });
  const error = Object.assign(new Error('550 <ana@kunde.example> is unknown', { cause }), {
    response: 'ana',
    rejected: ['ana'],
    code: 7,
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({
    type: 'Error',
    message: '550 <…> is unknown',
    cause: { message: 'duplicate key', code: '23505' },
  });
  expect(JSON.stringify(logged)).not.toContain('ana');
  expect(logged?.stack).toContain('logged-error.test.ts');
  expect(loggedError('failed for ana@kunde.example')).toEqual({ type: 'string', message: 'failed for …' });
  expect(loggedError(undefined)).toBeUndefined();
});
