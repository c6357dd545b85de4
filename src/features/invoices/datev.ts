/** DATEV's format for booking batches (EXTF 700, category 21, version 13), as developer.datev.de describes it. */
import type { ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { inGerman } from '#src/shared/spreadsheet.ts';
import type { Cents } from '#src/shared/money.ts';
import { turnoverOf, type Booking, type Claim, type Month } from './accounting.ts';
import { costOf, type Movement } from './paypal-account.ts';
import { uncoveredEntry, voucherEntry, type VoucherMove } from './voucher-entries.ts';

export interface DatevSettings {
  /** Berater- and Mandantennummer. */
  consultant: number;
  client: number;
  chart: 'SKR03' | 'SKR04';
  /** Accounts for money at PayPal, and at the bank. */
  paypal: number;
  bank: number;
  /** Invoices that came with their orders, until they are paid. */
  receivables: number;
  /** What gift vouchers owe their holders. */
  vouchers: number;
  /** Gift vouchers: money by hand, those given away, and what is left of expired ones. */
  cash: number;
  giveaways: number;
  otherIncome: number;
  /** PayPal's fees. */
  fees: number;
  /** Money on its way from PayPal to the bank; undefined: withdrawals are booked from the bank's statement. */
  payouts: number | undefined;
  /** Revenue accounts by VAT rate, such as 7 and 19. The accounts calculate the tax automatically. */
  revenue: Record<string, number>;
}

/**
 * Accounts of the standard charts: money at a payment service and at a bank, claims without accounts of their debtors,
 * the costs of payments, revenue by VAT rate; 0: a small business. The charts have none for gift vouchers; Haufe names
 * these.
 */
const ACCOUNTS = {
  SKR03: {
    paypal: 1360,
    bank: 1200,
    receivables: 1410,
    vouchers: 1604,
    cash: 1000,
    giveaways: 4600,
    otherIncome: 2700,
    fees: 4970,
    revenue: { 0: 8195, 7: 8300, 19: 8400 },
  },
  SKR04: {
    paypal: 1460,
    bank: 1800,
    receivables: 1210,
    vouchers: 3304,
    cash: 1600,
    giveaways: 6600,
    otherIncome: 4830,
    fees: 6855,
    revenue: { 0: 4185, 7: 4300, 19: 4400 },
  },
};

/** The accounts of the chart, with the owner's own; undefined until the tax adviser's two numbers are known. */
export function datevSettings({ accounting }: Pick<ShopData, 'accounting'>): DatevSettings | undefined {
  const { consultant, client, chart, paypal, bank, receivables, vouchers, fees, payouts, revenue } = accounting;
  const { cash, giveaways, otherIncome } = accounting;
  if (!consultant || !client) return undefined;
  const standard = ACCOUNTS[chart];
  return {
    ...{ consultant, client, chart },
    paypal: paypal ?? standard.paypal,
    bank: bank ?? standard.bank,
    receivables: receivables ?? standard.receivables,
    vouchers: vouchers ?? standard.vouchers,
    cash: cash ?? standard.cash,
    giveaways: giveaways ?? standard.giveaways,
    otherIncome: otherIncome ?? standard.otherIncome,
    fees: fees ?? standard.fees,
    payouts,
    revenue: { ...standard.revenue, ...revenue },
  };
}

const numbered = (count: number, names: (n: number) => string[]) =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat();

const COLUMNS = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
    'Konto',
  ],
  ...[
    'Gegenkonto (ohne BU-Schlüssel)',
    'BU-Schlüssel',
    'Belegdatum',
    'Belegfeld 1',
    'Belegfeld 2',
    'Skonto',
    'Buchungstext',
  ],
  ...['Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt', 'Zinssperre', 'Beleglink'],
  ...numbered(8, (n) => [`Beleginfo - Art ${n}`, `Beleginfo - Inhalt ${n}`]),
  ...[
    'KOST1 - Kostenstelle',
    'KOST2 - Kostenstelle',
    'Kost-Menge',
    'EU-Land u. UStID (Bestimmung)',
    'EU-Steuersatz (Bestimmung)',
  ],
  ...[
    'Abw. Versteuerungsart',
    'Sachverhalt L+L',
    'Funktionsergänzung L+L',
    'BU 49 Hauptfunktionstyp',
    'BU 49 Hauptfunktionsnummer',
  ],
  'BU 49 Funktionsergänzung',
  ...numbered(20, (n) => [`Zusatzinformation - Art ${n}`, `Zusatzinformation- Inhalt ${n}`]),
  ...[
    'Stück',
    'Gewicht',
    'Zahlweise',
    'Forderungsart',
    'Veranlagungsjahr',
    'Zugeordnete Fälligkeit',
    'Skontotyp',
    'Auftragsnummer',
  ],
  ...['Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)'],
  ...[
    'EU-Steuersatz (Anzahlungen)',
    'Erlöskonto (Anzahlungen)',
    'Herkunft-Kz',
    'Buchungs GUID',
    'KOST-Datum',
    'SEPA-Mandatsreferenz',
  ],
  ...[
    'Skontosperre',
    'Gesellschaftername',
    'Beteiligtennummer',
    'Identifikationsnummer',
    'Zeichnernummer',
    'Postensperre bis',
  ],
  ...[
    'Bezeichnung SoBil-Sachverhalt',
    'Kennzeichen SoBil-Buchung',
    'Festschreibung',
    'Leistungsdatum',
    'Datum Zuord. Steuerperiode',
  ],
  ...[
    'Fälligkeit',
    'Generalumkehr (GU)',
    'Steuersatz',
    'Land',
    'Abrechnungsreferenz',
    'BVV-Position',
    'EU-Land u. UStID (Ursprung)',
  ],
  ...['EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
];

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const compact = (day: string): string => day.replaceAll('-', '');

function head({ consultant, client, chart, paypal }: DatevSettings, from: string, to: string, now: Date): string {
  const created = now.toISOString().replace(/\D/g, '');
  return [
    ...[quote('EXTF'), 700, 21, quote('Buchungsstapel'), 13, created, '', quote('RE'), quote(''), quote('')],
    ...[
      consultant,
      client,
      `${from.slice(0, 4)}0101`,
      String(paypal).length,
      compact(from),
      compact(to),
      quote(`Shop ${from.slice(0, 7)}`),
    ],
    // Bookkeeping, for tax and trade law, not locked, in euro.
    ...[quote(''), 1, 0, 0, quote('EUR'), '', quote(''), '', '', quote(chart.slice(3)), '', '', quote(''), quote('')],
  ].join(';');
}

/** One booking: `amount` above zero adds to the account, below zero it takes from it. */
interface Entry {
  amount: Cents;
  account: number;
  counter: number;
  day: string;
  document: string;
  orderNumber: string;
  text: string;
}

function line({ amount, account, counter, day, document, orderNumber, text }: Entry): string {
  const cells = COLUMNS.map(() => '');
  const set = (column: string, value: string) => (cells[COLUMNS.indexOf(column)] = value);
  set('Umsatz (ohne Soll/Haben-Kz)', inGerman(Math.abs(amount)));
  set('Soll/Haben-Kennzeichen', quote(amount > 0 ? 'S' : 'H'));
  set('WKZ Umsatz', quote('EUR'));
  set('Konto', String(account));
  set('Gegenkonto (ohne BU-Schlüssel)', String(counter));
  set('Belegdatum', day.slice(8) + day.slice(5, 7));
  set('Belegfeld 1', quote(document));
  set('Belegfeld 2', quote(orderNumber));
  set('Buchungstext', quote(text));
  return cells.join(';');
}

/**
 * A document's booking. A gift voucher that was sold is owed to its holder. What a voucher paid of a document is moved
 * from the voucher's account afterwards, because the revenue accounts calculate the tax of a whole document.
 */
function documentEntries(
  { day, number, orderNumber, paidBy, isUnpaid, isVoucherSale, rate, gross, voucher }: Booking,
  { paypal, bank, receivables, vouchers, revenue }: DatevSettings,
): Entry[] {
  const facts = { day, document: number, orderNumber };
  const money = isUnpaid ? receivables : paidBy === 'transfer' ? bank : paypal;
  const isAll = voucher === gross && voucher !== 0;
  return [
    {
      ...facts,
      amount: gross,
      account: isAll ? vouchers : money,
      counter: isVoucherSale ? vouchers : revenue[rate]!,
      text: isVoucherSale ? `Gutscheinverkauf, Bestellung ${orderNumber}` : `Bestellung ${orderNumber}, ${rate} % USt`,
    },
    ...(voucher === 0 || isAll
      ? []
      : [
          {
            ...facts,
            amount: voucher,
            account: vouchers,
            counter: money,
            text: `Gutschein, Bestellung ${orderNumber}`,
          },
        ]),
  ];
}

const claimEntry = ({ day, orderNumber, amount }: Claim, { bank, receivables }: DatevSettings): Entry => ({
  ...{ amount, account: bank, counter: receivables, day, document: orderNumber, orderNumber },
  text: `Zahlung, Bestellung ${orderNumber}`,
});

/** PayPal's fees, and withdrawals where the owner has an account for money on its way. */
function movementEntries(movement: Movement, { paypal, fees, payouts }: DatevSettings): Entry[] {
  const { id, kind, day, amount, orderNumber } = movement;
  const cost = costOf(movement);
  const facts = { account: paypal, day, document: id, orderNumber };
  const text = orderNumber ? `PayPal-Gebühr, Bestellung ${orderNumber}` : 'PayPal-Gebühr';
  return [
    ...(cost === 0 ? [] : [{ ...facts, amount: -cost, counter: fees, text }]),
    ...(kind === 'payout' && payouts !== undefined
      ? [{ ...facts, amount, counter: payouts, text: 'PayPal-Auszahlung' }]
      : []),
  ];
}

/** VAT rates of these bookings without a revenue account. */
export const ratesWithoutAccount = (
  bookings: readonly Booking[],
  { revenue }: Pick<DatevSettings, 'revenue'>,
): number[] => [
  ...new Set(
    turnoverOf(bookings)
      .map(({ rate }) => rate)
      .filter((rate) => revenue[rate] === undefined),
  ),
];

/** What a month has for the tax adviser. */
export interface DatevMonth {
  bookings: readonly Booking[];
  movements: readonly Movement[];
  /** Payments for invoices that came with their orders. */
  paidClaims: readonly Claim[];
  /** Movements of gift vouchers. */
  vouchers: readonly VoucherMove[];
}

const entriesOf = ({ bookings, movements, paidClaims, vouchers }: DatevMonth, settings: DatevSettings): Entry[] => [
  ...bookings.flatMap((booking) => documentEntries(booking, settings)),
  ...paidClaims.map((claim) => claimEntry(claim, settings)),
  ...movements.flatMap((movement) => movementEntries(movement, settings)),
  ...vouchers.flatMap((move) => [voucherEntry(move, settings) ?? [], uncoveredEntry(move, settings) ?? []].flat()),
];

export const countDatevEntries = (month: DatevMonth, settings: DatevSettings): number =>
  entriesOf(month, settings).length;

/** The file's bytes in DATEV's encoding. `from`, `to`: first and last day, within one year. */
export const datevBatch = (
  month: DatevMonth,
  settings: DatevSettings,
  { from, to, now }: { from: string; to: string; now: Date },
): Buffer =>
  Buffer.from(
    [head(settings, from, to, now), COLUMNS.join(';'), ...entriesOf(month, settings).map(line), ''].join('\r\n'),
    'latin1',
  );

/** DATEV recognises its files by the prefix of their name. */
export const datevFileName = ({ from }: Month): string => `EXTF_Buchungsstapel_${from.slice(0, 7)}.csv`;
