import { expect, it } from 'vitest';
import { nameWithForm } from '#src/server/outbox/letter-footer.ts';

it.each([
  ['Sabor do Brasil GmbH', 'GmbH', 'Sabor do Brasil GmbH'],
  ['Ana Müller e. K.', 'e. K.', 'Ana Müller e. K.'],
  ['Sabor do Brasil', 'Einzelunternehmen', 'Sabor do Brasil (Einzelunternehmen)'],
])('a mail footer names the legal form of %s once', (name, legalForm, written) => {
  expect(nameWithForm({ name, legalForm })).toBe(written);
});
