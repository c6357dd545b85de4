import type { PaypalEvidence } from '../paypal.ts';

/** PayPal's names of carriers that deliver in Germany. */
const CARRIERS: Record<string, string> = {
  dhl: 'DHL',
  dpd: 'DE_DPD',
  gls: 'DE_GLS',
  hermes: 'DE_HERMES',
  ups: 'DE_UPS',
  fedex: 'DE_FEDEX',
  tnt: 'DE_TNT',
};

const LONGEST_NOTE = 2000;

const trackingBody = ({ carrier, number }: PaypalEvidence['parcels'][number]) => {
  const known = CARRIERS[carrier];
  return {
    carrier_name: known ?? 'OTHER',
    ...(known === undefined && { carrier_name_other: carrier }),
    tracking_number: number,
  };
};

/** PayPal reads the JSON from the part `input`, and files from the others. */
function formOf(input: object, files: PaypalEvidence['files'] = []): FormData {
  const form = new FormData();
  form.append('input', new Blob([JSON.stringify(input)], { type: 'application/json' }));
  for (const [index, { name, bytes }] of files.entries())
    form.append(`file${index + 1}`, new Blob([bytes], { type: 'application/pdf' }), name);
  return form;
}

/** The body of `provide-evidence`: with tracking numbers it is a proof of fulfilment. */
export const evidenceForm = ({ parcels, note, files }: PaypalEvidence): FormData =>
  formOf(
    {
      evidences: [
        {
          evidence_type: parcels.length > 0 ? 'PROOF_OF_FULFILLMENT' : 'OTHER',
          ...(parcels.length > 0 && { evidence_info: { tracking_info: parcels.slice(0, 10).map(trackingBody) } }),
          notes: note.slice(0, LONGEST_NOTE),
          documents: files.map(({ name }) => ({ name })),
        },
      ],
    },
    files,
  );

/** The body of `accept-claim`; the document of February 2024 does not name its members, PayPal's guide does. */
export const acceptForm = (note: string): FormData =>
  formOf({ accept_claim_type: 'REFUND', note: note.slice(0, LONGEST_NOTE) });
