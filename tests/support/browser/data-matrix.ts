/** For a bundle: the library's files name each other without endings, which only a bundler understands. */
import DataMatrixWriter from '@zxing/library/esnext/core/datamatrix/DataMatrixWriter.js';
import DefaultPlacement from '@zxing/library/esnext/core/datamatrix/encoder/DefaultPlacement.js';
import ErrorCorrection from '@zxing/library/esnext/core/datamatrix/encoder/ErrorCorrection.js';
import SymbolInfo from '@zxing/library/esnext/core/datamatrix/encoder/SymbolInfo.js';
import { readBarCode } from '#src/desk/browser/read-bar-code.ts';

/** Codewords of a DataMatrix: the separator is the sign FNC1, two digits are one codeword. */
function codewordsOf(text: string): string {
  const words = [...text.matchAll(/\d\d|[^]/g)].map(([part]) =>
    part === '\u001D' ? 232 : part.length === 2 ? Number(part) + 130 : part.charCodeAt(0) + 1,
  );
  return String.fromCharCode(...words);
}

/** What a camera sees of a printed DataMatrix, turned by some degrees, on a grey wall. */
function dataMatrix(text: string, degrees: number): ImageData {
  const words = codewordsOf(text);
  const info = SymbolInfo.lookup(words.length);
  const whole = words + '\u0081'.repeat(info.getDataCapacity() - words.length);
  const placement = new DefaultPlacement(
    ErrorCorrection.encodeECC200(whole, info),
    info.getSymbolDataWidth(),
    info.getSymbolDataHeight(),
  );
  placement.place();
  const matrix = new DataMatrixWriter()['encodeLowLevel'](placement, info, 0, 0);
  const [width, height, module] = [640, 480, 7];
  const data = new Uint8ClampedArray(width * height * 4).fill(235);
  const side = matrix.getWidth();
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const [column, row] = [cos * dx + sin * dy, cos * dy - sin * dx].map((at) => Math.floor(at / module + side / 2));
      const isOn = column! >= 0 && row! >= 0 && column! < side && row! < side && matrix.get(column!, row!);
      if (isOn) data.fill(30, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return { data, width, height, colorSpace: 'srgb' };
}

/**
 * What the camera's reader reads.
 *
 * @public of the bundle
 */
export const readTurned = (text: string, degrees: number): string | undefined => readBarCode(dataMatrix(text, degrees));
