import sharp from 'sharp';

const GREEN = '#14532d';
const YELLOW = '#fbbf24';
const PAPER = '#fffaf0';

// A shop window under its awning. Five scallops still read as an awning at 16 px; more would blur.
const mark = (corner: number): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="${corner}" fill="${GREEN}"/>`,
    `<path d="M7 16h18v10H7z" fill="${PAPER}"/><path d="M9 18h8v6H9z" fill="${GREEN}"/><path d="M19 18h4v8h-4z" fill="${GREEN}"/>`,
    `<path d="M7 6h18l3 8a2.4 2.4 0 0 1-4.8 0a2.4 2.4 0 0 1-4.8 0a2.4 2.4 0 0 1-4.8 0a2.4 2.4 0 0 1-4.8 0a2.4 2.4 0 0 1-4.8 0z" fill="${YELLOW}"/>`,
    `<path d="M10.6 6h3.6l-.6 8a2.4 2.4 0 0 1-4.8 0zM17.8 6h3.6l1.8 8a2.4 2.4 0 0 1-4.8 0z" fill="${PAPER}"/>`,
    '</svg>\n',
  ].join('');

const NO_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="#f7f0e3"/><ellipse cx="400" cy="640" rx="210" ry="18" fill="#ece1cd"/>
<g fill="none" stroke="#c9b893" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"><path d="M236 300H564L590 628H210Z" fill="#fbf7ee"/><path d="M320 360V262a80 80 0 0 1 160 0V360"/><path d="M400 548C356 518 332 490 332 462C332 438 350 424 368 424C384 424 394 434 400 446C406 434 416 424 432 424C450 424 468 438 468 462C468 490 444 518 400 548Z" stroke-width="10" opacity=".55"/></g></svg>`;

/** Path from the project's root → content: the shop's mark and the picture for products that have none. */
export async function brandFiles(): Promise<Record<string, string | Uint8Array>> {
  // A palette keeps flat drawings at a few kilobytes.
  const png = (svg: string, size: number): Promise<Uint8Array> =>
    sharp(Buffer.from(svg), { density: 300 }).resize(size, size).png({ palette: true, colours: 32, effort: 10 }).toBuffer();
  return {
    'public/favicon.svg': mark(7),
    // iOS cuts the corners itself.
    'public/apple-touch-icon.png': await png(mark(0), 180),
    'public/media/products/no-image.png': await png(NO_PICTURE, 800),
  };
}
