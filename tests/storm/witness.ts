import { setTimeout as wait } from 'node:timers/promises';

/** Opens pages all the time and notes those that failed. */
export interface Witness {
  pages: number;
  /** One sentence for each failed page. */
  failed: string[];
  slowestMs: number;
  done: Promise<unknown>;
}

const PAGES = [
  '/',
  '/de/',
  '/en/category/bebidas/',
  '/search/agua/',
  '/de/instock/',
  '/en/search/guarana/?sort=name',
  '/de/cart/',
  '/de/login/',
  '/withdrawal/',
];
const PAUSE_MS = 50;

/** A page may wait for the database for half a minute, but it must come. */
const PATIENCE_MS = 60_000;

/** `visitors` open pages and a script of theirs at the same time until `isOver`. */
export async function watchPages(url: string, visitors: number, isOver: () => boolean): Promise<Witness> {
  const home = await (await fetch(url)).text();
  const addresses = [...PAGES, /\/_astro\/[\w.-]+\.js/.exec(home)![0]];
  const witness: Witness = { pages: 0, failed: [], slowestMs: 0, done: Promise.resolve() };
  const visit = async (first: number) => {
    for (let at = first; !isOver(); at++) {
      const path = addresses[at % addresses.length]!;
      const begin = performance.now();
      const problem = await open(url + path);
      const ms = Math.round(performance.now() - begin);
      witness.pages++;
      witness.slowestMs = Math.max(witness.slowestMs, ms);
      if (problem) witness.failed.push(`the page ${path} failed after ${ms} ms: ${problem}`);
      await wait(PAUSE_MS);
    }
  };
  witness.done = Promise.all(Array.from({ length: visitors }, (_, first) => visit(first * 2)));
  return witness;
}

/** What is wrong with the page; undefined when it arrived whole. */
async function open(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { 'x-forwarded-for': '10.9.8.7' },
    });
    const body = await response.text();
    if (response.status !== 200) return `status ${response.status}`;
    return address.includes('/_astro/') || body.includes('</html>') ? undefined : 'it was cut off';
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? `${message}: ${cause.message}` : message;
  }
}
