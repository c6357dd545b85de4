import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap.js';
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer.js';
import DataMatrixReader from '@zxing/library/esnext/core/datamatrix/DataMatrixReader.js';
import DecodeHintType from '@zxing/library/esnext/core/DecodeHintType.js';
import Code128Reader from '@zxing/library/esnext/core/oned/Code128Reader.js';
import MultiFormatUPCEANReader from '@zxing/library/esnext/core/oned/MultiFormatUPCEANReader.js';
import RGBLuminanceSource from '@zxing/library/esnext/core/RGBLuminanceSource.js';

/** Keeps the separators in a code of GS1. */
const HINTS = new Map([[DecodeHintType.ASSUME_GS1, true]]);

/** EANs are on products, Code 128 is on the labels of carriers, and a DataMatrix names lot and date, too. */
const READERS = [new MultiFormatUPCEANReader(), new Code128Reader(), new DataMatrixReader()];

/** The bar code in a picture, or undefined. No engine on iPhones has a reader of its own, and Firefox has none. */
export function readBarCode({ data, width, height }: ImageData): string | undefined {
  const brightness = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < brightness.length; pixel++) {
    const at = pixel * 4;
    brightness[pixel] = 0.3 * data[at]! + 0.6 * data[at + 1]! + 0.1 * data[at + 2]!;
  }
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(brightness, width, height)));
  for (const reader of READERS)
    try {
      // A code of GS1 begins with its symbology or its separator.
      return reader
        .decode(picture, HINTS)
        .getText()
        .replace(/^(?:\]C1|\u001D)/, '');
    } catch {
      // The readers throw when they find nothing.
    }
  return undefined;
}
