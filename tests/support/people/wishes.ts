/** What a buyer may add to an order, in the fields of the API. */
export const BILLING = {
  name: 'Rui Costa',
  company: 'Café Zürich GmbH',
  vat_id: 'de 136.695.976',
  address: 'Rua das Flores',
  number: '12',
  additional_address: '3º andar',
  postal_code: '1200-195',
  city: 'Lisboa',
  country: 'PT',
};

export const WISHES = {
  billing: BILLING,
  reference: 'K-4711/2026',
  note: 'Bitte beim Nachbarn abgeben.\nDanke!',
  gift: { message: 'Alles Gute, liebe Ana!\nDein Rui' },
};

/** The same as the shop stores it. */
export const STORED = {
  billing: {
    name: 'Rui Costa',
    address: 'Rua das Flores',
    number: '12',
    additional_address: '3º andar',
    postal_code: '1200-195',
    city: 'Lisboa',
    country: 'PT',
    company: 'Café Zürich GmbH',
    vatId: 'DE136695976',
  },
  reference: 'K-4711/2026',
  note: 'Bitte beim Nachbarn abgeben.\nDanke!',
  gift: { message: 'Alles Gute, liebe Ana!\nDein Rui' },
};
