import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

describe('.env', () => {
  /** The error message of a program in a folder with this file, or its output. */
  function readIn(file: string | Uint8Array, env: Record<string, string> = {}) {
    const folder = mkdtempSync(path.join(tmpdir(), 'env-'));
    writeFileSync(path.join(folder, '.env'), file);
    const program = `
      import { loadConfig } from ${JSON.stringify(path.resolve('src/settings/environment/config.ts'))};
      try { console.log(loadConfig().port); } catch (error) { console.log(error.message); }`;
    const answer = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    return answer.trim();
  }

  it('may begin with a byte order mark', () => {
    expect(readIn('\uFEFFPORT=4400\n')).toBe('4400');
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\uFEFFPORT=4400\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('PORT=4400\n', 'utf16le')],
    ['Latin-1', Buffer.from('MAIL_FROM=Caf\xe9 <a@b.example>\n', 'latin1')],
  ])('is refused as %s instead of being ignored', (_coding, file) => {
    expect(readIn(file)).toContain('.env is not UTF-8 text');
  });

  it('is overridden by an empty variable of the process', () => {
    expect(readIn('PORT=4400\n', { PORT: '' })).toBe('4321');
  });

  it('is read again each time, and does not change inherited variables', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'env-'));
    const program = `
      import { writeFileSync } from 'node:fs';
      import { loadConfig } from ${JSON.stringify(path.resolve('src/settings/environment/config.ts'))};
      const seen = [];
      for (const text of ['ANALYTICS_ID=\\nPORT=4400', 'ANALYTICS_ID=G-NEW\\nPORT=4400\\nLOG_LEVEL=warn']) {
        writeFileSync('.env', text);
        const { analyticsId, port, logLevel } = loadConfig();
        seen.push([analyticsId ?? 'none', port, logLevel]);
      }
      console.log(JSON.stringify([...seen, process.env.ANALYTICS_ID ?? 'not handed on']));`;
    const env = { PATH: process.env.PATH, PORT: '4500' };
    const answer = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(JSON.parse(answer)).toEqual([['none', 4500, 'info'], ['G-NEW', 4500, 'warn'], 'not handed on']);
  });
});
