import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import net, { type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request unchanged: unlike `fetch` it does not normalize the path, decompress or follow redirects. */
export async function request(
  base: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const sent = http.request({ hostname, port, path, method, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

/** An open connection to a server. */
export async function connect(base: string): Promise<Socket> {
  const { hostname, port } = new URL(base);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}
