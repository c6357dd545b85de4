import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Answer } from './answers.ts';

export interface Account {
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

const LIFE_S = 32_400;

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(`token|${text}`).digest('base64url');

/** `POST /v1/oauth2/token` */
export function issueToken(
  secret: string,
  account: Account,
  authorization: string | undefined,
  form: URLSearchParams,
): Answer {
  const expected = `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')}`;
  if (authorization !== expected)
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client Authentication failed' } };
  if (form.get('grant_type') !== 'client_credentials')
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  const until = String(Date.now() + LIFE_S * 1000);
  return {
    status: 200,
    body: {
      scope: '',
      access_token: `${until}.${sign(secret, until)}`,
      token_type: 'Bearer',
      app_id: 'APP-EMULATOR',
      expires_in: LIFE_S,
    },
  };
}

export function isTokenGood(secret: string, authorization: string | undefined): boolean {
  const [, until = '', signature = ''] = /^Bearer (\d+)\.([\w-]+)$/.exec(authorization ?? '') ?? [];
  const wanted = Buffer.from(sign(secret, until));
  const given = Buffer.from(signature);
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(until) > Date.now();
}
