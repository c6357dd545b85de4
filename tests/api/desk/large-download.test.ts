import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { formTokenOf } from '#src/desk/server/staff-session.ts';
import { FORM_TOKEN } from '#src/desk/form-token.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import type { RunningShop } from '../../support/shops/server.ts';

const COPY = 'shop-2026-11-01T01-00-00-000Z';
const MB = 1024 ** 2;
const SIZE = 200 * MB;

const own = forFile(() => stockedShop());
let served: RunningShop;
let owner: DeskVisitor;

beforeAll(async () => {
  served = await own.serve();
  owner = await newStaff(own.ctx, served.url, 'ana@example.org', 'owner');
  const folder = path.join(own.env.DATA_DIR!, 'backups', COPY);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'pictures'), '');
  truncateSync(path.join(folder, 'pictures'), SIZE);
});

const memory = () =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${served.process.pid}/status`, 'utf8'))![1]);

it('a backup larger than the memory is downloaded as slowly as the client reads it', async () => {
  const session = owner.cookies.get('desk')!;
  const form = { act: 'download', copy: COPY, current: STAFF_PASSWORD, [FORM_TOKEN]: formTokenOf(session) };
  const before = memory();
  const headers = {
    cookie: `desk=${session}`,
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http
      .request(`${served.url}/desk/shop`, { method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(new URLSearchParams(form).toString()),
  );
  expect(answer.statusCode).toBe(200);
  // A server that reads ahead needs a second for the whole file.
  await wait(2000);
  expect((memory() - before) / MB).toBeLessThan(SIZE / MB / 3);
  let size = 0;
  for await (const chunk of answer) size += (chunk as Buffer).length;
  expect(size).toBeGreaterThan(SIZE);
});
