import { expect, it } from 'vitest';
import { challengeExpiry, newChallenge } from '#src/desk/server/passkey-challenge.ts';

const NOW = new Date('2026-11-27T10:00:00Z');
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const challenge = Buffer.from(newChallenge('session', NOW)).toString('base64url');

it('a challenge is valid for five minutes in the session that showed it', () => {
  expect(challengeExpiry(challenge, 'session', after(4))).toBe('2026-11-27T10:05:00.000Z');
  expect(challengeExpiry(challenge, 'session', after(5))).toBeUndefined();
  expect(challengeExpiry(challenge, 'other session', NOW)).toBeUndefined();
});

it('every challenge is different, and forged ones are refused', () => {
  expect(Buffer.from(newChallenge('session', NOW)).toString('base64url')).not.toBe(challenge);
  const changed = `${challenge.startsWith('A') ? 'B' : 'A'}${challenge.slice(1)}`;
  for (const forged of ['', 'x', challenge.slice(0, -1), changed, `${challenge}A`])
    expect(challengeExpiry(forged, 'session', NOW), forged).toBeUndefined();
});
