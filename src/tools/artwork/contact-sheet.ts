import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

// For the eye: `node src/tools/artwork/contact-sheet.ts <folder with SVGs> <target.png> [cell width]`
// lays a shelf's pictures side by side, as the shop's grid will show them.
const [folder = '.', target = 'sheet.png', cellText = '200'] = process.argv.slice(2);
const cell = Number(cellText);
const columns = 6;
const gap = 6;

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.svg'))
  .sort();
const tiles = [];
for (const [index, name] of files.entries()) {
  // One after the other: rasterising in parallel starves the other work on a small machine.
  const input = await sharp(join(folder, name)).resize(cell, cell).png().toBuffer();
  tiles.push({ input, left: (index % columns) * (cell + gap), top: Math.floor(index / columns) * (cell + gap) });
}
const rows = Math.ceil(files.length / columns);
await sharp({ create: { width: columns * (cell + gap), height: rows * (cell + gap), channels: 3, background: '#ffffff' } })
  .composite(tiles)
  .png()
  .toFile(target);
console.log(`${files.length} pictures in ${target}`);
