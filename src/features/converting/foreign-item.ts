/** Products of another shop system, before they become rows of this shop. Only data, no I/O. */

export const SYSTEMS = ['shopify', 'woocommerce', 'jtl'] as const;
export type System = (typeof SYSTEMS)[number];

export const SYSTEM_NAMES: Record<System, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  jtl: 'JTL-Ameise',
};

export const isSystem = (text: string): text is System => SYSTEMS.some((system) => system === text);

/** One product that can be bought, in the other system's words. An unknown value is ''. */
export interface ForeignItem {
  /** Line of the file on which it begins. */
  line: number;
  /** Items of one family have the same key. */
  family: string;
  sku: string;
  name: string;
  html: string;
  brand: string;
  /** With its parents: "Food > Coffee". */
  category: string;
  /** What differs from the rest of its family: ["250 g", "ground"]. */
  options: string[];
  /** What a buyer pays today, with VAT. */
  price: string;
  /** A crossed-out or recommended price. */
  formerPrice: string;
  quantity: string;
  vatRate: string;
  ean: string;
  netQuantity: string;
  netUnit: string;
  /** Weight of a unit with its pack, in grams. */
  grams: string;
  origin: string;
  pictures: ForeignPicture[];
  /** The path of its old page: "/products/cafe". */
  address: string;
}

export interface ForeignPicture {
  /** A path or an address. Only its file name counts. */
  source: string;
  alt: string;
}

/**
 * `required`: an import refuses the product without it. `leftOut`: the product or a part of it is not in the folder.
 * `check`: the converter decided something that a person should look at.
 */
export type NoticeLevel = 'required' | 'leftOut' | 'check';

/** The keys of `converting:notices`, with their levels. */
export const NOTICES = {
  draft: 'leftOut',
  unsupportedType: 'leftOut',
  withoutName: 'leftOut',
  skippedCategory: 'leftOut',
  furtherCategories: 'check',
  priceMissing: 'required',
  priceUnreadable: 'required',
  priceNet: 'required',
  vatMissing: 'required',
  contentMissing: 'required',
  contentRead: 'check',
  contentUnreadable: 'required',
  formerPrice: 'leftOut',
  quantityUnknown: 'check',
  eanWrong: 'leftOut',
  eanTwice: 'leftOut',
  codeMade: 'check',
  codeOther: 'leftOut',
  codeOverwritten: 'check',
  nameCut: 'check',
  variantCut: 'check',
  familyTooLarge: 'check',
  textTooLong: 'leftOut',
  textTooComplex: 'leftOut',
  pictureMissing: 'leftOut',
  pictureFormat: 'leftOut',
  pictureTooLarge: 'leftOut',
  tooManyPictures: 'leftOut',
  addressUnusable: 'leftOut',
} as const satisfies Record<string, NoticeLevel>;
export type NoticeKind = keyof typeof NOTICES;

/** Something that a person must know about one product. */
export interface Notice {
  line: number;
  kind: NoticeKind;
  /** The product's name, or its code once it has one. */
  product: string;
  code?: string;
  values?: { text?: string; count?: number };
}

export interface ForeignCatalogue {
  items: ForeignItem[];
  notices: Notice[];
}
