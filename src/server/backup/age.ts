/** Encryption with the program age (https://age-encryption.org), and tar, which packs a folder into one file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#src/server/run-program.ts';

const TO_INSTALL: Record<string, string> = { age: 'Debian: apt-get install age', tar: 'Debian: apt-get install tar' };

type Stdio = 'ignore' | 'pipe';

interface Running {
  child: ChildProcess;
  /** Throws a refusal when the program is missing or fails. */
  ended: Promise<void>;
}

function run(program: string, args: string[], [stdin, stdout]: [Stdio, Stdio]): Running {
  const child = spawn(program, args, { stdio: [stdin, stdout, 'pipe'] });
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(
    ([code]) => {
      if (code !== 0) throw new Refusal(`${program} failed: ${said.trim()}`);
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new Refusal(`The program ${program} is not installed (${TO_INSTALL[program]}). Nothing was done.`);
    },
  );
  ended.catch(() => {}); // awaited later
  return { child, ended };
}

const toRecipients = (recipients: string[]) => recipients.flatMap((recipient) => ['--recipient', recipient]);

/** Throws a refusal unless age is installed and knows the recipients. */
export async function requireAge(recipients: string[]): Promise<void> {
  const { child, ended } = run('age', ['--encrypt', ...toRecipients(recipients)], ['pipe', 'pipe']);
  child.stdin!.on('error', () => {}); // age may exit before it reads; its exit code gives the reason
  child.stdin!.end();
  child.stdout!.resume();
  await ended;
}

/** Packs a folder into one encrypted file. */
export async function encryptFolder(folder: string, file: string, recipients: string[]): Promise<void> {
  const tar = run('tar', ['-cf', '-', '-C', folder, '.'], ['ignore', 'pipe']);
  const age = run('age', ['--encrypt', ...toRecipients(recipients), '--output', file], ['pipe', 'ignore']);
  await Promise.all([pipeline(tar.child.stdout!, age.child.stdin!).catch(() => {}), tar.ended, age.ended]);
}

/**
 * A folder as one tar file, to send while it is read. Its stream ends only after `tar` has succeeded, and fails with a
 * refusal otherwise.
 */
export function packFolder(folder: string): Readable {
  const { child, ended } = run(
    'tar',
    ['-cf', '-', '-C', path.dirname(folder), path.basename(folder)],
    ['ignore', 'pipe'],
  );
  // The output of tar ends before its exit code is known.
  const packed = new PassThrough({ flush: (done) => void ended.then(() => done(), done) });
  pipeline(child.stdout!, packed).catch(() => {}); // who reads `packed` gets the error
  return packed;
}

/** Decrypts a packed folder into an empty folder. `identity`: a file with the secret key. */
export async function decryptInto(file: string, identity: string, folder: string): Promise<void> {
  const age = run('age', ['--decrypt', '--identity', path.resolve(identity)], ['pipe', 'pipe']);
  const tar = run('tar', ['-xf', '-', '-C', folder], ['pipe', 'ignore']);
  const piped = [pipeline(createReadStream(file), age.child.stdin!), pipeline(age.child.stdout!, tar.child.stdin!)];
  await Promise.all([...piped.map((pipe) => pipe.catch(() => {})), age.ended.then(() => tar.ended)]);
}
