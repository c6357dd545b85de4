import type { Translate } from '#src/i18n/translate.ts';
import { readParcelName } from '../parcel.ts';

/** The name of a parcel for people: "5HG7-TH1W", or "5HG7-TH1W, parcel 2". */
export function parcelText(name: string, t: Translate): string {
  const { number, parcel } = readParcelName(name);
  return parcel > 1 ? t('desk:packing.parcelOf', { number, parcel }) : number;
}
