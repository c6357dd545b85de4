import { createInterface } from 'node:readline/promises';

/**
 * Whether a person at a terminal types the right answer. Without a terminal the command exits with code 2 and a
 * message.
 */
export async function confirmByTyping(
  what: string,
  question: string,
  isRight: (answer: string) => boolean,
): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error(`There is no terminal to type ${what}. Write --yes to continue without it. Nothing was done.`);
    process.exitCode = 2;
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  if (isRight(answer.trim())) return true;
  console.error(`That is not ${what}. Nothing was done.`);
  process.exitCode = 1;
  return false;
}
