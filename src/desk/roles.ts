/** The roles of the desk with their rights. */
export const ROLES = ['owner', 'packer', 'editor'] as const;
export type Role = (typeof ROLES)[number];

export type Permission =
  | 'orders'
  | 'stock'
  | 'catalogue'
  | 'recalls'
  | 'refunds'
  | 'withdrawals'
  | 'messages'
  | 'customers'
  | 'money'
  | 'people'
  | 'shop'
  | 'texts';

/** The owner may do everything. */
const GIVEN: Record<Exclude<Role, 'owner'>, Permission[]> = {
  packer: ['orders', 'stock'],
  editor: ['catalogue', 'texts'],
};

export const may = (role: Role, permission: Permission): boolean =>
  role === 'owner' || GIVEN[role].includes(permission);
