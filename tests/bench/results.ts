import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'RESULTS.md');
const HEAD = '# Results\n\nWritten by `npm run bench`, each part by its last run.\n';

/** Replaces a part's figures. Returns those of its last recorded run; '' without one. */
export function saveResult(part: string, text: string): string {
  const [head = HEAD, ...parts] = (existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD).split(/^(?=## )/m);
  const title = `## ${part}\n`;
  const others = parts.filter((section) => !section.startsWith(title));
  const sections = [...others, `${title}\n${text.trim()}\n`].map((section) => section.trim()).sort();
  writeFileSync(FILE, `${[head.trim(), ...sections].join('\n\n')}\n`);
  return parts.find((section) => section.startsWith(title))?.slice(title.length) ?? '';
}
