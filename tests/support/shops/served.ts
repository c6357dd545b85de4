import { request } from '../outside/raw-http.ts';
import { until } from '../until.ts';

/**
 * Waits until a server answers with a page that matches, and returns the page. A server takes up a new build within a
 * moment; a browser that asks too early keeps the old page for a minute.
 */
export async function served(base: string, address: string, shown: string | RegExp): Promise<string> {
  let html = '';
  await until(`${address} shows ${shown}`, async () => {
    html = (await request(base, address)).body.toString();
    return html.match(shown) !== null;
  });
  return html;
}
