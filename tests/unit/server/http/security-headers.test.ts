import { expect, it } from 'vitest';
import { securityHeaders } from '#src/server/http/security-headers.ts';

const SHOP = { siteUrl: 'https://shop.example', isRehearsal: false, hstsSubdomains: true };
const header = (settings: Partial<typeof SHOP>, name: string) => {
  const { every } = securityHeaders({ ...SHOP, ...settings });
  return every.includes(name) ? every[every.indexOf(name) + 1] : undefined;
};

it('HSTS_SUBDOMAINS=off excludes the shop’s subdomains from HSTS', () => {
  expect(header({}, 'strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(header({ hstsSubdomains: false }, 'strict-transport-security')).toBe('max-age=31536000');
  expect(header({ siteUrl: 'http://localhost:4321' }, 'strict-transport-security')).toBeUndefined();
});
