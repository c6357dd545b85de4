import type { Sharp } from 'sharp';
import { TONES, type Tone } from '../pictures/picture.ts';

/** Width and height in pixels of the reduced picture whose colours are counted. */
const SIDE = 32;

/** Returns the tone nearest to a picture's most frequent colour, which is usually its background. */
export async function toneOfPixels(image: Sharp): Promise<Tone> {
  const pixels = await image
    .clone()
    .removeAlpha()
    .toColourspace('srgb')
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  const bins = new Map<number, number[][]>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const colour = [...pixels.subarray(at, at + 3)];
    const bin = colour.reduce((key, value) => key * 16 + (value >> 4), 0);
    bins.set(bin, [...(bins.get(bin) ?? []), colour]);
  }
  const fullest = [...bins.values()].reduce((most, bin) => (bin.length > most.length ? bin : most), []);
  const mean = [0, 1, 2].map(
    (channel) => fullest.reduce((sum, colour) => sum + (colour[channel] ?? 0), 0) / fullest.length,
  );
  const distance = (hex: string) =>
    mean.reduce((sum, value, at) => sum + (value - Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16)) ** 2, 0);
  const tones = Object.entries(TONES) as [Tone, string][];
  return tones.reduce((best, tone) => (distance(tone[1]) < distance(best[1]) ? tone : best))[0];
}
