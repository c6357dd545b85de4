import type { Page } from 'playwright/test';

/** Headless Chromium has no camera. This one films the bar code that `showCode` names, as printed on a product. */
export async function addCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [width, height, module] = [640, 480, 4];
    const ODD = [
      '0001101',
      '0011001',
      '0010011',
      '0111101',
      '0100011',
      '0110001',
      '0101111',
      '0111011',
      '0110111',
      '0001011',
    ];
    const FIRST = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];
    const inverted = (bits: string) => bits.replace(/\d/g, (bit) => String(1 - Number(bit)));
    const right = (digit: string) => inverted(ODD[Number(digit)]!);
    const even = (digit: string) => [...right(digit)].reverse().join('');
    const barsOf = (ean: string) => {
      const pattern = FIRST[Number(ean[0])]!;
      const left = [...ean.slice(1, 7)].map((digit, at) => (pattern[at] === 'O' ? ODD[Number(digit)]! : even(digit)));
      return `101${left.join('')}01010${[...ean.slice(7)].map(right).join('')}101`;
    };
    const stream = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const brush = canvas.getContext('2d')!;
      setInterval(() => {
        brush.fillStyle = '#fff';
        brush.fillRect(0, 0, width, height);
        brush.fillStyle = '#000';
        const code = document.documentElement.dataset.shownCode ?? '';
        for (const [at, bar] of [...(code && barsOf(code))].entries())
          if (bar === '1') brush.fillRect(120 + at * module, 60, module, 360);
        brush.fillRect(0, 0, Math.random() * 10, 10); // only a changed picture becomes a frame
      }, 50);
      return canvas.captureStream();
    };
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: stream });
  });
}

export const showCode = (page: Page, code: string) =>
  page.evaluate((shown) => void (document.documentElement.dataset.shownCode = shown), code);
