/**
 * DHL's Packstations and post offices. Their addresses are stored in the fields of a street, as DHL writes them:
 * "Packstation", its number, and the recipient's Postnummer in the second line. So an account's address can be one too.
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
  /** Remaining text. A parcel point has no field for it, so an address with a rest is refused. */
  rest: string;
}

export const STATION = /^[1-9]\d{2}$/;
const POST_NUMBER = /^\d{6,10}$/;
export const OPTIONAL_POST_NUMBER = /^(\d{6,10})?$/;
/** For the `pattern` of a field, which allows the spaces and the word that `toDigits` removes. */
export const STATION_PATTERN = '\\s*[1-9][0-9]{2}\\s*';
export const POST_NUMBER_PATTERN = '\\s*(?:Post[\\s\\-]?(?:[Nn]ummer|[Nn]r)[.:]*)?\\s*(?:[0-9]\\s*){6,10}';

/** A Packstation opens only with a Postnummer. */
export const needsPostNumber = (place: Place): boolean => place === 'packstation';

export interface StreetLines {
  address: string;
  number: string;
  additional_address: string;
}

/** A longer line is refused anyway. The limit bounds the time of the regular expressions. */
const MAX_LINE = 300;

const POINT =
  /^(?<before>.*?)(?:dhl[\s-]*)?(?:(?<locker>(?:pack|paket)[\s-]*st(?:at(?:ion)?)?)|post[\s-]*filiale)(?![\p{L}\p{M}])(?:[\s:.,-]*(?:nr|nummer|no)(?![\p{L}\p{M}]))?[\s:.,#-]*(?<station>\d{3}(?!\d))?(?<after>.*)$/iu;
const LABEL = /(?:dhl[\s-]*)?(?:post|kunden)[\s-]?(?:nummer|nr)(?![\p{L}\p{M}])/giu;

/** A number without its label, spaces and punctuation: "Post-Nr.: 123 456 78" is 12345678. */
export const toDigits = (text: string): string => text.replace(LABEL, '').replace(/[\s.,:;/#-]+/g, '');

/**
 * What a line says about a parcel point. The third line may also describe a way, such as "neben der Packstation 123".
 */
function pointOf(line: string, at: number) {
  const parts = POINT.exec(line.slice(0, MAX_LINE))?.groups;
  if (!parts) return undefined;
  const { before = '', locker, station = '', after = '' } = parts;
  const isAtStart = !/\p{L}/u.test(before);
  // No street is called "Packstation", so the word may be anywhere in the first two lines.
  const isPoint = at === 2 ? isAtStart && /\d/.test(station + after) : isAtStart || locker !== undefined;
  return isPoint
    ? ({ at, kind: locker ? 'packstation' : 'postfiliale', station, others: [before, after] } as const)
    : undefined;
}

/** The parcel point that lines of a street name, right or wrong; undefined for a street. */
export function parcelPointIn({ address, number, additional_address }: StreetLines): ParcelPoint | undefined {
  const lines = [address, number, additional_address];
  const found = lines.map(pointOf).find((named) => named !== undefined);
  if (!found) return undefined;
  const { at, others, ...named } = found;
  const point: ParcelPoint = { ...named, postNumber: '', rest: '' };
  lines.splice(at, 1, ...others);
  for (const text of lines.map(toDigits)) {
    if (['', point.station, point.postNumber].includes(text)) continue;
    const isNumber = /^\d+$/.test(text);
    if (isNumber && text.length > 5 && !point.postNumber) point.postNumber = text;
    else if (isNumber && text.length <= 5 && !point.station) point.station = text;
    else point.rest += text;
  }
  return point;
}

const isParcelPoint = ({ kind, station, postNumber, rest }: ParcelPoint): boolean =>
  rest === '' && STATION.test(station) && (postNumber === '' ? !needsPostNumber(kind) : POST_NUMBER.test(postNumber));

const POST_BOX = /^\s*(?:post[\s-]*fach|p\.?\s*o\.?\s*box|caixa\s+postal)(?![\p{L}\p{M}])/iu;

/**
 * Why a parcel cannot be delivered to these lines: a Packstation or post office without its numbers, or a PO box. A PO
 * box in the second line is harmless. Browser and server use the same rule.
 */
export function streetProblem(lines: StreetLines): 'parcel_point' | 'post_box' | undefined {
  const point = parcelPointIn(lines);
  if (point) return isParcelPoint(point) ? undefined : 'parcel_point';
  return [lines.address, lines.number].some((line) => POST_BOX.test(line.slice(0, MAX_LINE))) ? 'post_box' : undefined;
}

export const toStreetLines = ({
  kind,
  station,
  postNumber,
}: Pick<ParcelPoint, 'kind' | 'station' | 'postNumber'>): StreetLines => ({
  address: NAMES[kind],
  number: station,
  additional_address: postNumber,
});

/** An address as it is written on a parcel, without the country. */
export function addressLines(address: StreetLines & Record<'name' | 'postal_code' | 'city', string>): string[] {
  // A gift voucher goes by email, so its order names a person and no place.
  if (address.postal_code === '') return [address.name];
  const point = parcelPointIn(address);
  const street =
    point && isParcelPoint(point)
      ? [point.postNumber && `Postnummer ${point.postNumber}`, `${NAMES[point.kind]} ${point.station}`]
      : [`${address.address} ${address.number}`, address.additional_address];
  return [address.name, ...street.filter(Boolean), `${address.postal_code} ${address.city}`];
}
