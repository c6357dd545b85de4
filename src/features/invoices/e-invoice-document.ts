/** A document in the terms of EN 16931, as the library takes it: with UBL's names, of which it makes CII. */
import type { Invoice } from '@e-invoice-eu/core';
import { germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { categoryOf, netLines, profileOf, type NetLine, type Profile } from './e-invoice.ts';
import { grossOf, type InvoiceContent, type InvoiceShare, type TaxMode } from './invoice.ts';
import type { EInvoiceFacts, Place } from './invoice-facts.ts';

type Document = Invoice['ubl:Invoice'];
type Line = Document['cac:InvoiceLine'][number];
type Seller = Document['cac:AccountingSupplierParty']['cac:Party'];
type Buyer = Document['cac:AccountingCustomerParty']['cac:Party'];
type Country = Buyer['cac:PostalAddress']['cac:Country']['cbc:IdentificationCode'];

/** The names of the profiles in BT-24. */
const GUIDELINES: Record<Profile, string> = {
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
};

/** UNTDID 1001: commercial invoice and credit note. */
const TYPES = { invoice: '380', credit_note: '381' } as const;
type PaymentMeans = NonNullable<Invoice['ubl:Invoice']['cac:PaymentMeans']>[number];

/** UNTDID 4461: online payment service, SEPA credit transfer. */
const ONLINE_PAYMENT = '68';
const TRANSFER = '58';
/** UNTDID has no vouchers: "instrument not defined". */
const VOUCHER = '1';

const paymentMeans = ({ account, dueOn, orderNumber, voucher = 0 }: EInvoiceFacts, total: Cents): PaymentMeans =>
  voucher >= total
    ? { 'cbc:PaymentMeansCode': VOUCHER, 'cbc:PaymentMeansCode@name': 'Gift voucher' }
    : account
      ? {
          'cbc:PaymentMeansCode': TRANSFER,
          ...(dueOn && { 'cbc:PaymentID': orderNumber }),
          'cac:PayeeFinancialAccount': { 'cbc:ID': account.iban, 'cbc:Name': account.holder },
        }
      : { 'cbc:PaymentMeansCode': ONLINE_PAYMENT, 'cbc:PaymentMeansCode@name': 'PayPal' };
/** UN/ECE Recommendation 20: one. */
const PIECE = 'C62';

const EUR = 'EUR' as const;
const VAT = { 'cbc:ID': 'VAT' };
/** How the library marks a tax number that is not a VAT id. */
const TAX_NUMBER = { 'cbc:ID': 'FC' };

const amount = (cents: Cents): string => (cents / 100).toFixed(2);

const addressOf = ({ street, additional, postalCode, city, country }: Place) => ({
  'cbc:StreetName': street,
  ...(additional && { 'cbc:AdditionalStreetName': additional }),
  'cbc:CityName': city,
  'cbc:PostalZone': postalCode,
  'cac:Country': { 'cbc:IdentificationCode': country as Country },
});

function sellerOf({ seller }: EInvoiceFacts): Seller {
  const { name, email, phone, register, vatId, taxNumber } = seller;
  const taxIds = [
    ...(vatId ? [{ 'cbc:CompanyID': vatId, 'cac:TaxScheme': VAT }] : []),
    ...(taxNumber ? [{ 'cbc:CompanyID': taxNumber, 'cac:TaxScheme': TAX_NUMBER }] : []),
  ];
  return {
    'cac:PostalAddress': addressOf(seller),
    'cac:PartyTaxScheme': taxIds as NonNullable<Seller['cac:PartyTaxScheme']>,
    // A small business may have no VAT id; its entry in a register then identifies it (BR-CO-26).
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, 'cbc:CompanyID': register },
    'cac:Contact': { 'cbc:Name': name, 'cbc:Telephone': phone, 'cbc:ElectronicMail': email },
  };
}

const buyerOf = ({ buyer }: EInvoiceFacts): Buyer => ({
  'cac:PostalAddress': addressOf(buyer),
  ...(buyer.vatId && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vatId, 'cac:TaxScheme': VAT } }),
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.company },
  'cac:Contact': { 'cbc:Name': buyer.person },
});

function deliveryOf({ deliverTo, deliveredAt }: EInvoiceFacts): Pick<Document, 'cac:Delivery'> {
  if (!deliverTo && !deliveredAt) return {};
  return {
    'cac:Delivery': {
      ...(deliveredAt && { 'cbc:ActualDeliveryDate': germanDay(deliveredAt) }),
      ...(deliverTo && {
        'cac:DeliveryLocation': { 'cac:Address': addressOf(deliverTo) },
        ...(deliverTo.name && { 'cac:DeliveryParty': { 'cac:PartyName': { 'cbc:Name': deliverTo.name } } }),
      }),
    },
  };
}

const taxOf = (taxMode: TaxMode, rate: number) => ({
  'cbc:ID': categoryOf(taxMode),
  'cbc:Percent': String(rate),
  'cac:TaxScheme': VAT,
});

/** The price of one unit; of all units together when one costs no whole cents. */
const priceOf = (net: Cents, quantity: number): Line['cac:Price'] => ({
  'cbc:PriceAmount': amount(net % quantity === 0 ? net / quantity : net),
  'cbc:PriceAmount@currencyID': EUR,
  ...(net % quantity !== 0 && {
    'cbc:BaseQuantity': String(quantity),
    'cbc:BaseQuantity@unitCode': PIECE,
  }),
});

/** A price is never negative (BR-27), so a line of a negative amount has a negative quantity. */
const lineOf = (taxMode: TaxMode, { quantity, name, rate, net }: NetLine, index: number): Line => {
  const [title = '', ...more] = name.split('\n');
  return {
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(net < 0 ? -quantity : quantity),
    'cbc:InvoicedQuantity@unitCode': PIECE,
    'cbc:LineExtensionAmount': amount(net),
    'cbc:LineExtensionAmount@currencyID': EUR,
    'cac:Item': {
      ...(more.length > 0 && { 'cbc:Description': more.join('\n') }),
      'cbc:Name': title,
      'cac:ClassifiedTaxCategory': taxOf(taxMode, rate),
    },
    'cac:Price': priceOf(Math.abs(net), quantity),
  };
};

const breakdownOf = (taxMode: TaxMode, { rate, gross, tax }: InvoiceShare, exemption: string) => ({
  'cbc:TaxableAmount': amount(gross - tax),
  'cbc:TaxableAmount@currencyID': EUR,
  'cbc:TaxAmount': amount(tax),
  'cbc:TaxAmount@currencyID': EUR,
  'cac:TaxCategory': {
    ...taxOf(taxMode, rate),
    ...(taxMode === 'small_business' && { 'cbc:TaxExemptionReason': exemption }),
  },
});

/** `issuedAt`: ISO-8601. */
export function toEInvoice(content: InvoiceContent, facts: EInvoiceFacts, issuedAt: string): Invoice {
  const { kind, number, shares, notes, taxMode } = content;
  const { reference, precedes, remarks, dueOn, voucher = 0 } = facts;
  const total = grossOf(shares);
  const gross = amount(total);
  const prepaid = dueOn ? voucher : total;
  const tax = shares.reduce((sum, share) => sum + share.tax, 0);
  const net = amount(total - tax);
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': GUIDELINES[profileOf(shares)],
      'cbc:ID': number,
      'cbc:IssueDate': germanDay(issuedAt),
      ...(dueOn && { 'cbc:DueDate': dueOn }),
      'cbc:InvoiceTypeCode': TYPES[kind],
      // In CII a note has one content only.
      'cbc:Note': [[...notes, ...remarks].join('\n')],
      'cbc:DocumentCurrencyCode': EUR,
      ...(reference && { 'cac:OrderReference': { 'cbc:ID': reference } }),
      ...(precedes && {
        'cac:BillingReference': [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': precedes } }],
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(facts) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(facts) },
      ...deliveryOf(facts),
      'cac:PaymentMeans': [paymentMeans(facts, total)],
      'cac:TaxTotal': [
        {
          'cbc:TaxAmount': amount(tax),
          'cbc:TaxAmount@currencyID': EUR,
          'cac:TaxSubtotal': shares.map((share) => breakdownOf(taxMode, share, facts.exemption)),
        },
      ],
      // Only an invoice that came with the order is not settled when it is issued.
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': net,
        'cbc:LineExtensionAmount@currencyID': EUR,
        'cbc:TaxExclusiveAmount': net,
        'cbc:TaxExclusiveAmount@currencyID': EUR,
        'cbc:TaxInclusiveAmount': gross,
        'cbc:TaxInclusiveAmount@currencyID': EUR,
        'cbc:PrepaidAmount': amount(prepaid),
        'cbc:PrepaidAmount@currencyID': EUR,
        'cbc:PayableAmount': amount(total - prepaid),
        'cbc:PayableAmount@currencyID': EUR,
      },
      'cac:InvoiceLine': netLines(facts.lines, shares).map((line, index) =>
        lineOf(taxMode, line, index),
      ) as Document['cac:InvoiceLine'],
    },
  };
}
