import { expect, it } from 'vitest';
import { isSameName } from '#src/shared/person-search.ts';

it('a name is the same in another order and spelling, and not with further words', () => {
  for (const name of ['MUELLER, ANA', 'Ana Muller', 'müller ana'])
    expect([name, isSameName(name, 'Ana Müller')]).toEqual([name, true]);
  for (const name of ['Ana Müller und Rui Costa', 'Ana', 'Rui Müller', ''])
    expect([name, isSameName(name, 'Ana Müller')]).toEqual([name, false]);
});
