import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Config } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { parseJson } from '#src/shared/parse-json.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { recordAccessChange } from './access-change.ts';
import { challengeExpiry, newChallenge } from './passkey-challenge.ts';
import { renewRecoveryCodes } from './recovery-codes.service.ts';
import { findPasskeys, insertPasskey, useChallenge, usePasskey } from './second-factor.repository.ts';
import type { DeskSession } from './staff-session.ts';

/** Loaded on use: its 300 files take a sixth of a second, which would delay every start and build. */
const webauthn = () => import('@simplewebauthn/server');

/** A browser's response as JSON (WebAuthn's `toJSON`). */
export type PasskeyAnswer = string;

const relyingParty = ({ siteUrl }: Config) => ({ id: new URL(siteUrl).hostname, origin: new URL(siteUrl).origin });

/** The options for creating a passkey, as JSON. */
export async function passkeyCreation(ctx: Context, { staff, formToken }: DeskSession): Promise<string> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    challenge: newChallenge(formToken, ctx.now()),
    rpName: ctx.shop.terms.name,
    rpID: relyingParty(ctx.config).id,
    userName: staff.email,
    userDisplayName: staff.name,
    userID: new TextEncoder().encode(staff.id),
    attestationType: 'none',
    excludeCredentials: (await findPasskeys(ctx.db.read, staff.id)).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return JSON.stringify(options);
}

/** The options for using a passkey, as JSON; undefined for a person without one. */
export async function passkeyRequest(ctx: Context, { staff, formToken }: DeskSession): Promise<string | undefined> {
  const known = await findPasskeys(ctx.db.read, staff.id);
  if (known.length === 0) return undefined;
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    challenge: newChallenge(formToken, ctx.now()),
    rpID: relyingParty(ctx.config).id,
    allowCredentials: known.map(({ id }) => ({ id })),
    userVerification: 'preferred',
  });
  return JSON.stringify(options);
}

/** The challenge named in a response, before the response is verified. */
function challengeOf(answer: { response?: { clientDataJSON?: unknown } } | undefined): string {
  const data = answer?.response?.clientDataJSON;
  const client = typeof data === 'string' ? parseJson(Buffer.from(data, 'base64url').toString()) : undefined;
  const challenge = (client as { challenge?: unknown } | undefined)?.challenge;
  return typeof challenge === 'string' ? challenge : '';
}

/** Stores a passkey that a browser created. Returns new recovery codes, which are shown once. */
export async function addPasskey(
  ctx: Context,
  { staff, session, formToken }: DeskSession,
  answer: PasskeyAnswer,
  name: string,
): Promise<Result<string[], { kind: 'passkey_failed' }>> {
  const response = parseJson(answer) as RegistrationResponseJSON | undefined;
  const challenge = challengeOf(response);
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx.config);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: response!,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
  }).catch(() => undefined);
  const credential = verified?.registrationInfo?.credential;
  if (!verified?.verified || !credential) return fail({ kind: 'passkey_failed' });
  const expiry = challengeExpiry(challenge, formToken, ctx.now());
  if (!expiry) return fail({ kind: 'passkey_failed' });
  return ctx.db.write(async (tx) => {
    if (!(await useChallenge(tx, challenge, staff.id, expiry))) return fail({ kind: 'passkey_failed' as const });
    const isNew = await insertPasskey(tx, {
      id: credential.id,
      staff_id: staff.id,
      name: name.slice(0, 60),
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      created_at: ctx.now().toISOString(),
    });
    if (!isNew) return fail({ kind: 'passkey_failed' as const });
    await recordAccessChange(ctx, tx, staff, 'staff.addPasskey', { exceptHash: session.token_hash, after: { name } });
    return ok(await renewRecoveryCodes(tx, staff.id));
  });
}

/** Verifies a passkey's response; the returned function uses up the challenge. */
export async function checkPasskey(
  ctx: Context,
  { staff, formToken }: DeskSession,
  answer: PasskeyAnswer,
): Promise<(tx: Writer) => Promise<boolean>> {
  const refuse = async () => false;
  const response = parseJson(answer) as AuthenticationResponseJSON | undefined;
  const known = (await findPasskeys(ctx.db.read, staff.id)).find(({ id }) => id === response?.id);
  if (!known) return refuse;
  const challenge = challengeOf(response);
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(ctx.config);
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: response!,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
    credential: { id: known.id, publicKey: Buffer.from(known.public_key, 'base64url'), counter: Number(known.counter) },
  }).catch(() => undefined);
  const expiry = challengeExpiry(challenge, formToken, ctx.now());
  if (!verified?.verified || !expiry) return refuse;
  const { newCounter } = verified.authenticationInfo;
  return async (tx) => (await useChallenge(tx, challenge, staff.id, expiry)) && usePasskey(tx, known.id, newCounter);
}
