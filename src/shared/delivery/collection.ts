/** Orders that buyers collect at the shop, as shop.yaml describes it. */
import { ownerText } from '../owner-text.ts';

interface Place {
  street: string;
  postalCode: string;
  city: string;
}

export interface CollectionSettings extends Partial<{ [Part in keyof Place]: Place[Part] | undefined }> {
  /** Opening hours by language. */
  hours: Partial<Record<string, string | undefined>>;
}

/** Where orders are collected. */
export const collectionPlace = ({
  collection: { street, postalCode, city },
  company,
}: {
  collection: CollectionSettings;
  company: Place;
}): Place => (street && postalCode && city ? { street, postalCode, city } : company);

/** The opening hours. */
export const collectionHours = ({ hours }: CollectionSettings, locale: string): string => ownerText(hours, locale);
