import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a content folder like src/content, with another shop.yaml and an empty catalogue. */
export function writeContent(folder: string, changes: Record<string, string>): void {
  for (const name of ['legal', 'search', 'slides', 'shop.yaml'])
    cpSync(path.join('src/content', name), path.join(folder, name), { recursive: true });
  mkdirSync(path.join(folder, 'catalogue'));
  for (const [from, to] of Object.entries(changes)) changeContent(folder, 'shop.yaml', from, to);
}

/** Changes a file of a content folder; throws when it does not hold the text. */
export function changeContent(folder: string, file: string, from: string, to: string): void {
  const place = path.join(folder, file);
  const text = readFileSync(place, 'utf8');
  if (!text.includes(from)) throw new Error(`${place} does not hold ${from}`);
  writeFileSync(place, text.replace(from, to));
}
