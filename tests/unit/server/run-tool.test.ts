import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
};

describe('a wrapper program', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('forwards %s and ends after its child', async (signal) => {
    const other =
      `process.on('${signal}', () => setTimeout(() => { console.log('last'); process.exit(); }, 50)); ` +
      'setInterval(() => {}, 1e6); console.log(process.pid);';
    const one = `
      import { runTool } from './src/server/run-tool.ts';
      await runTool(['-e', ${JSON.stringify(other)}]);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', one], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
    await once(child.stdout, 'data');
    const pid = Number(said[0]);
    expect(isAlive(pid)).toBe(true);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([null, signal]);
    expect(said[1]).toContain('last');
    expect(isAlive(pid)).toBe(false);
  });
});
