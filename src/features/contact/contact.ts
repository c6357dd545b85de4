/** The subjects of a message, in the order of the form. */
export const CONTACT_SUBJECTS = [
  'reclamacao',
  'devolucao',
  'suporte',
  'informacoes',
  'sugestao',
  'elogio',
  'outros',
] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export const MAX_MESSAGE = 5000;

/** A field that people cannot see or reach, so that only bots fill it in. */
export const TRAP_FIELD = 'homepage';
