import { expect, it } from 'vitest';
import { emulatorProcess } from '../../support/outside/emulator.ts';
import { request } from '../../support/outside/raw-http.ts';
import { runNode } from '../../support/shops/site.ts';

it('the standalone emulator answers only requests to this machine', async () => {
  const { url, stop } = await emulatorProcess();
  const statusFor = async (headers: Record<string, string>) =>
    (await request(url, '/emulator/orders', { headers })).status;
  expect([await statusFor({}), await statusFor({ host: 'localhost:4322' })]).toEqual([200, 200]);
  expect([await statusFor({ host: 'shop.example' }), await statusFor({ 'x-forwarded-for': '203.0.113.7' })]).toEqual([
    404, 404,
  ]);
  await stop();
});

it('the standalone emulator does not listen beyond this machine', async () => {
  const { code, stderr } = await runNode(['src/emulator/main.ts'], { HOST: '0.0.0.0', PORT: '0', SITE_URL: '' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^HOST: .*Example: HOST=127\.0\.0\.1/m);
});
