/**
 * DHL's Packstations and post offices. Their addresses are stored in the fields of a street, as DHL writes them: "Packstation",
 * its number, and the recipient's Postnummer in the second line. So an account's address can be one too.
 */
export const PLACES = ['home', 'packstation', 'postfiliale'] as const;
export type Place = (typeof PLACES)[number];

/** German in every language, because DHL reads them on the parcel. */
const NAMES = { packstation: 'Packstation', postfiliale: 'Postfiliale' } as const;

interface ParcelPoint {
  kind: keyof typeof NAMES;
  /** Number of the Packstation or post office. */
  station: string;
  /** The recipient's number at DHL; may be empty for a post office, which then asks for an identity card. */
  postNumber: string;
}

/** For the `pattern` of a field and for the server. */
export const STATION_PATTERN = '[1-9][0-9]{2}';
export const POST_NUMBER_PATTERN = '[0-9]{6,10}';

const STATION = new RegExp(`^${STATION_PATTERN}$`);
const POST_NUMBER = new RegExp(`^${POST_NUMBER_PATTERN}$`);

/** A Packstation opens only with a Postnummer. */
export const needsPostNumber = (place: Place): boolean => place === 'packstation';

interface StreetLines {
  address: string;
  number: string;
  additional_address: string;
}

const POINT = /^(packstation|postfiliale)(?:[\s:.-]*(\d+))?$/i;
const LABEL = /^(?:post-?(?:nummer|nr)\b)?[\s:.]*/i;

/** The parcel point that lines of a street name, right or wrong; undefined for a street. */
export function parcelPointIn({ address, number, additional_address }: StreetLines): ParcelPoint | undefined {
  const [, word, station] = POINT.exec(address.trim()) ?? [];
  if (!word) return undefined;
  const kind = word.toLowerCase() === 'packstation' ? 'packstation' : 'postfiliale';
  return { kind, station: station ?? number.trim(), postNumber: additional_address.trim().replace(LABEL, '') };
}

/** The rule of browser and server. */
export const isParcelPoint = ({ kind, station, postNumber }: ParcelPoint): boolean =>
  STATION.test(station) && (postNumber === '' ? !needsPostNumber(kind) : POST_NUMBER.test(postNumber));

export const toStreetLines = ({ kind, station, postNumber }: ParcelPoint): StreetLines => ({
  address: NAMES[kind],
  number: station,
  additional_address: postNumber,
});

/** An address as it is written on a parcel, without the country. */
export function addressLines(address: StreetLines & Record<'name' | 'postal_code' | 'city', string>): string[] {
  const point = parcelPointIn(address);
  const street =
    point && isParcelPoint(point)
      ? [point.postNumber && `Postnummer ${point.postNumber}`, `${NAMES[point.kind]} ${point.station}`]
      : [`${address.address} ${address.number}`, address.additional_address];
  return [address.name, ...street.filter(Boolean), `${address.postal_code} ${address.city}`];
}
