/** What a message may be about, in the order in which the form offers it. */
export const CONTACT_SUBJECTS = ['reclamacao', 'devolucao', 'suporte', 'informacoes', 'sugestao', 'elogio', 'outros'] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export const MAX_MESSAGE = 5000;

/** A field that people neither see nor reach; who fills it in is a machine. */
export const TRAP_FIELD = 'homepage';
