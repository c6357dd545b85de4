import { describe, expect, it } from 'vitest';
import { errorText } from '#src/server/http/errors.ts';

const waiting = (seconds: number) => errorText({ kind: 'too_many_requests', values: { seconds } }, 'de-DE');

describe('the text of a refusal', () => {
  it.each([
    [45, 'in 45 Sekunden'],
    [840, 'in 14 Minuten'],
    [3540, 'in 59 Minuten'],
    [3541, 'in einer Stunde'],
    [3600, 'in einer Stunde'],
  ])('says how long to wait in case of %i seconds', (seconds, wait) => {
    expect(waiting(seconds)).toBe(`Zu viele Versuche. Versuchen Sie es ${wait} noch einmal.`);
  });
});
