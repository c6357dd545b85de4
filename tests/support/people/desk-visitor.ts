import { FORM_TOKEN } from '#src/desk/form-token.ts';
import { formTokenOf } from '#src/desk/server/staff-session.ts';
import { inviteStaff } from '#src/desk/server/staff.service.ts';
import type { Role } from '#src/desk/roles.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { newAddress } from './visitor.ts';

interface DeskAnswer {
  status: number;
  /** Where a redirect leads; '' without one. */
  location: string;
  headers: Headers;
  bytes: Buffer;
  html: string;
  /** The text of the page without its tags. */
  text: string;
}

/** A browser without scripts in the desk. */
export interface DeskVisitor {
  cookies: Map<string, string>;
  get: (path: string) => Promise<DeskAnswer>;
  /** Sends a form as the desk's own pages do, with the session's token; `FormData` for one with files. */
  post: (
    path: string,
    fields?: Record<string, string | string[]> | FormData,
    headers?: Record<string, string>,
  ) => Promise<DeskAnswer>;
}

export const STAFF_PASSWORD = 'Balcao-Aberto!7';

/** The token in every form that this browser's session is shown; '' without a session. */
function tokenOf(cookies: Map<string, string>): string {
  const session = cookies.get('desk') ?? cookies.get('__Host-desk');
  return session ? formTokenOf(session) : '';
}

export function newDeskVisitor(base: string): DeskVisitor {
  const cookies = new Map<string, string>();
  const address = newAddress();
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: URLSearchParams | FormData,
  ): Promise<DeskAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { cookie, 'x-forwarded-for': address, 'accept-language': 'en' };
    const response = await fetch(base + path, {
      method,
      headers: { ...own, ...headers },
      body: body ?? null,
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const html = bytes.toString();
    const text = html
      .replace(/<(style|script|head)[^]*?<\/\1>/g, '')
      .replaceAll('<wbr>', '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      headers: response.headers,
      bytes,
      html,
      text,
    };
  }
  return {
    cookies,
    get: (path) => ask('GET', path),
    post(path, fields = {}, headers = { 'sec-fetch-site': 'same-origin' }) {
      const token = tokenOf(cookies);
      if (fields instanceof FormData) {
        if (!fields.has(FORM_TOKEN)) fields.set(FORM_TOKEN, token);
        return ask('POST', path, headers, fields);
      }
      const pairs = Object.entries({ [FORM_TOKEN]: token, ...fields }).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, one]),
      );
      return ask('POST', path, headers, new URLSearchParams(pairs));
    },
  };
}

/** Adds a person through the link of an invitation, and signs them in. */
export async function newStaff(
  ctx: Context,
  base: string,
  email: string,
  role: Role,
  locale: Locale = 'en-US',
): Promise<DeskVisitor> {
  const invited = await inviteStaff(ctx, { email, name: email.split('@')[0]!, role, locale });
  if (!invited.ok) throw new Error(invited.error.kind);
  const visitor = newDeskVisitor(base);
  await visitor.post(`/desk/welcome/${invited.value}`, { password: STAFF_PASSWORD, confirmation: STAFF_PASSWORD });
  const { status } = await visitor.post('/desk/sign-in', { email, password: STAFF_PASSWORD });
  if (status !== 303) throw new Error(`The sign-in of ${email} answered ${status}`);
  return visitor;
}
