/** For each shop detail: what the owner enters and where to find it. Written for people who are not lawyers. */
export const FACT_HELP: Readonly<Record<string, string>> = {
  'company.name':
    'write the full name of the business, as the trade register or your trade licence (Gewerbeschein) has it',
  'company.legalForm':
    'write the legal form, for example "GmbH", "e. K." or "Einzelunternehmen"; it is in the same document',
  'company.representative': 'write first and last name of the owner or of each managing director',
  'company.street': 'write street and house number where post reaches you; a P.O. box is not enough',
  'company.postalCode': 'write the postal code of that address, five digits',
  'company.city': 'write the town of that address; the register may name another one',
  'company.seat': 'write the registered seat from the trade register, or leave it empty when it is the town above',
  'company.register':
    'write court and number from the trade register, for example "Amtsgericht Köln, HRB 12345", ' +
    'or "kein Registereintrag" when you are not in it',
  'company.vatId':
    'write the VAT number that the Federal Central Tax Office (BZSt) gave you; ' +
    'without one empty it and fill in company.economicId',
  'company.economicId':
    'write the W-IdNr. that the Federal Central Tax Office (BZSt) gave you, or empty it when you have a VAT number',
  'contact.email': 'write an email address that you read every day',
  'contact.phone': 'write a telephone number that you answer, with +49',
  'contact.whatsapp': 'write your WhatsApp number with +49, or leave it empty: then the shop has no WhatsApp link',
  'privacy.hosting':
    'sign the data processing agreement (Auftragsverarbeitungsvertrag) of the company whose servers you rent, ' +
    'and write its name and address; they are on its invoice',
  'privacy.mailService':
    'sign the data processing agreement of the company that delivers the mails (SMTP_URL), ' +
    'and write its name and address; they are on its invoice',
  'privacy.authority':
    'write name and address of the data protection authority of your federal state; ' +
    'the list is at www.bfdi.bund.de under "Anschriften und Links"',
  'tax.mode': 'write "regular", or "small_business" when you charge no VAT (§ 19 UStG)',
  'tax.number':
    'write the tax number from a letter of your tax office (Finanzamt), or fill in company.vatId; ' +
    'invoices name one of them',
  'shipping.carrier': 'write name and address of the parcel service that you hand the parcels to',
  'registers.lucid':
    'register free of charge at lucid.verpackungsregister.org before the first parcel, ' +
    'sign a contract with a "duales System" (a firm that collects your packaging; LUCID lists them), ' +
    'and write the number (DE and 13 digits)',
  'registers.dpg':
    'write the number from your contract with DPG (dpg-pfandsystem.de), ' +
    'or leave it empty while you sell no drinks with a single-use deposit',
  'registers.divid':
    'register as a manufacturer (Hersteller) at einwegkunststofffonds.de before the first sale and write the ' +
    'number, or leave it empty while you import no snack bags, wrapped sweets or plastic bottles up to 3 l',
  'accessibility.authorityEmail': 'write the email address of the authority for accessibility',
};
