import { afterAll, beforeAll } from 'vitest';

/** What all tests of a file use, such as a shop: made before the first test, disposed of after the last. */
export function forFile<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined;
  beforeAll(async () => void (made = await make()));
  afterAll(async () => {
    if (made && 'dispose' in made) await (made.dispose as () => unknown)();
  });
  return new Proxy({} as T, { get: (_target, key) => Reflect.get(made!, key) });
}
