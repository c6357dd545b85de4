import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { formTokenOf } from '#src/desk/server/staff-session.ts';
import { FORM_TOKEN } from '#src/desk/form-token.ts';
import { startNginx, withoutNginx } from '../../support/outside/nginx.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { until } from '../../support/until.ts';

const COPY = 'shop-2026-11-01T01-00-00-000Z';
const MB = 1024 ** 2;
const SIZE = 200 * MB;

const own = forFile(() => stockedShop());
let served: RunningShop;
let owner: DeskVisitor;

beforeAll(async () => {
  served = await own.serve({ LOG_LEVEL: 'info' });
  owner = await newStaff(own.ctx, served.url, 'ana@example.org', 'owner');
  writeCopy(COPY, ['pictures'], SIZE);
});

/** A finished backup with empty files of this size; returns its folder. */
function writeCopy(name: string, files: string[], size: number): string {
  const folder = path.join(own.env.DATA_DIR!, 'backups', name);
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    writeFileSync(path.join(folder, file), '');
    truncateSync(path.join(folder, file), size);
  }
  return folder;
}

/** Begins to download a backup, and reads only its headers. */
async function download(copy: string, url = served.url): Promise<http.IncomingMessage> {
  const session = owner.cookies.get('desk')!;
  const form = { act: 'download', copy, current: STAFF_PASSWORD, [FORM_TOKEN]: formTokenOf(session) };
  const headers = {
    cookie: `desk=${session}`,
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http
      .request(`${url}/desk/shop`, { method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(new URLSearchParams(form).toString()),
  );
  expect(answer.statusCode).toBe(200);
  return answer;
}

const memory = () =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${served.process.pid}/status`, 'utf8'))![1]);

async function sizeOf(answer: http.IncomingMessage): Promise<number> {
  let size = 0;
  for await (const chunk of answer) size += (chunk as Buffer).length;
  return size;
}

it('a backup larger than the memory is downloaded as slowly as the client reads it', async () => {
  const before = memory();
  const answer = await download(COPY);
  // A server that reads ahead needs a second for the whole file.
  await wait(2000);
  expect((memory() - before) / MB).toBeLessThan(SIZE / MB / 3);
  expect(await sizeOf(answer)).toBeGreaterThan(SIZE);
});

it.skipIf(withoutNginx())('nginx reads a backup as slowly as the client, so that Node sees no long pause', async () => {
  const name = COPY.replace('11-01', '11-03');
  writeCopy(name, ['pictures'], 50 * MB);
  const nginx = await startNginx(Number(new URL(served.url).port));
  try {
    const sent = () => served.log().split('"url":"/desk/shop"').length;
    const before = sent();
    const answer = await download(name, nginx.url);
    // An nginx that reads ahead needs a second for the whole file.
    await wait(4000);
    expect(sent()).toBe(before);
    expect(await sizeOf(answer)).toBeGreaterThan(50 * MB);
    await until('Node has sent all', () => sent() > before);
  } finally {
    await nginx.stop();
  }
});

it('the download of a backup that is deleted meanwhile breaks off, and the log says why', async () => {
  const name = COPY.replace('11-01', '11-02');
  const folder = writeCopy(name, ['content', 'pictures'], 50 * MB);
  const answer = await download(name);
  rmSync(folder, { recursive: true });
  await expect(sizeOf(answer)).rejects.toThrow('aborted');
  await logged(served, 'a backup was not downloaded completely');
  expect(served.log()).toContain('tar failed: ');
});
