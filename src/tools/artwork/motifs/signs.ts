import { darker, distance, lighter } from '../colour.ts';
import { at, fill, oval, shine } from './forms.ts';
import { type Ink, lit, type Motif, round } from './ink.ts';
import { svg } from '../svg.ts';

function starPath(points: number, outer: number, inner: number): string {
  const corner = Array.from({ length: points * 2 }, (_, i) => {
    const r = i % 2 ? inner : outer;
    const angle = (i * Math.PI) / points - Math.PI / 2;
    return svg`${r * Math.cos(angle)} ${r * Math.sin(angle)}`;
  });
  return `M${corner.join('L')}Z`;
}

const star: Motif = {
  tone: '#f5bb2c',
  draw: (ink) =>
    [
      fill(starPath(5, 98, 42), lit(ink, '#f6bd30')),
      // Every second facet in shade gives the star its ridge.
      Array.from({ length: 5 }, (_, i) => at(0, 0, i * 72, 1, fill('M0 0L0-98L24.7-34Z', '#d8931a'))).join(''),
    ].join(''),
};

const HEART = 'M0 88C-30 62-92 26-92-28C-92-64-64-84-40-84C-20-84-6-72 0-58C6-72 20-84 40-84C64-84 92-64 92-28C92 26 30 62 0 88Z';

const heart: Motif = { tone: '#d92f45', draw: (ink) => fill(HEART, round(ink, '#dc3349')) + shine('M-70-26Q-70-56-44-62', 10, 0.6) };

const sun: Motif = {
  tone: '#f7b52b',
  draw: (ink) => {
    const long = Array.from({ length: 8 }, (_, i) => at(0, 0, i * 45, 1, fill('M-13-58L0-100L13-58Z', '#f59a1e'))).join('');
    const short = Array.from({ length: 8 }, (_, i) => at(0, 0, i * 45 + 22.5, 1, fill('M-9-58L0-84L9-58Z', '#f7b52b'))).join('');
    return long + short + oval(0, 0, 54, 54, round(ink, '#fbc333'));
  },
};

function dropColour(ink: Ink): string {
  if (/[óo]leo|azeite|oil|öl/.test(ink.hint)) return '#e8a51c';
  return distance(ink.accent, ink.main) > 120 ? ink.accent : '#4aa3d0';
}

const DROP = 'M0-96C22-54 64-14 64 32C64 70 36 96 0 96S-64 70-64 32C-64-14-22-54 0-96Z';

const drop: Motif = {
  tone: dropColour,
  draw: (ink) => {
    const colour = dropColour(ink);
    return (
      fill(
        DROP,
        ink.radial(
          [
            [0, lighter(colour, 0.6)],
            [0.55, colour],
            [1, darker(colour, 0.35)],
          ],
          [0.4, 0.62, 0.62],
        ),
      ) +
      fill('M-44 34C-44 62-28 78-8 82C-24 72-34 56-34 34C-34 18-26 2-18-12C-30 2-44 18-44 34Z', '#ffffff') +
      oval(22, 58, 12, 7, lighter(colour, 0.6), -30)
    );
  },
};

const soapBubble: Motif = {
  tone: '#a9d6e8',
  draw: (ink) => {
    const film = ink.radial([
      [0, '#ffffff', 0.15],
      [0.7, '#d6ecf6', 0.5],
      [0.88, '#f6c9e2', 0.8],
      [1, '#8ec9e6'],
    ]);
    const bubble = (x: number, y: number, r: number): string =>
      oval(x, y, r, r, film) +
      svg`<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#7dbfe0" stroke-width="2.5"/>` +
      shine(svg`M${x - r * 0.62} ${y - r * 0.2}A${r * 0.65} ${r * 0.65} 0 0 1 ${x - r * 0.1} ${y - r * 0.64}`, r * 0.13, 0.95) +
      oval(x + r * 0.42, y + r * 0.46, r * 0.12, r * 0.08, '#ffffff', -40);
    return bubble(-18, 18, 66) + bubble(54, -40, 42) + bubble(-52, -66, 26) + bubble(66, 56, 28) + bubble(4, -80, 13);
  },
};

const gift: Motif = {
  tone: (ink) => ink.accent,
  draw: (ink) =>
    [
      fill('M-74-14H74V92H-74Z', lit(ink, ink.accent)),
      fill('M-86-40H86V-8H-86Z', lit(ink, lighter(ink.accent, 0.12))),
      fill('M-17-40H17V92H-17Z', lit(ink, ink.main)),
      fill('M0-42C-20-90-70-104-76-70C-80-44-34-38 0-42ZM0-42C20-90 70-104 76-70C80-44 34-38 0-42Z', lit(ink, ink.main)),
      fill('M-8-46C-24-70-56-82-58-66C-58-54-32-48-8-46ZM8-46C24-70 56-82 58-66C58-54 32-48 8-46Z', darker(ink.main, 0.35)),
      oval(0, -44, 14, 12, round(ink, ink.main)),
    ].join(''),
};

export const signs = { star, heart, sun, drop, 'soap-bubble': soapBubble, gift };
