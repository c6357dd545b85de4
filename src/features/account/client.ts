/** A customer's data, with the field names of the registration and update forms. */
export interface ClientData {
  name: string;
  lastname: string;
  email: string;
  address: string;
  number: string;
  additional_address: string;
  postal_code: string;
  city: string;
  /** ISO 3166-1, two letters. */
  country: string;
  phone: string;
}

/** "Jörg Süß", or only one name: mails greet with the whole name, because German addresses customers with "Sie". */
export const fullName = ({ name, lastname }: Pick<ClientData, 'name' | 'lastname'>): string =>
  `${name} ${lastname}`.trim();

/** The client as the browser stores it after login. */
export interface StoredClient {
  clientId: string;
  clientName: string;
  clientSurname: string;
  clientEmail: string;
  clientAddress: string;
  clientNumber: string;
  clientAdditionalAddress: string;
  clientPostalCode: string;
  clientCity: string;
  clientCountry: string;
}

/** The whole name of the stored client, for greetings. */
export const storedName = ({ clientName, clientSurname }: StoredClient): string =>
  fullName({ name: clientName, lastname: clientSurname });

export const storedClientOf = (clientId: string, data: ClientData): StoredClient => ({
  clientId,
  clientName: data.name,
  clientSurname: data.lastname,
  clientEmail: data.email,
  clientAddress: data.address,
  clientNumber: data.number,
  clientAdditionalAddress: data.additional_address,
  clientPostalCode: data.postal_code,
  clientCity: data.city,
  clientCountry: data.country,
});
