import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Config } from '#src/server/config.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import { parseJson } from '#src/shared/parse-json.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { findPasskeys, insertChallenge, insertPasskey, useChallenge, usePasskey } from './second-factor.repository.ts';

const CHALLENGE_MS = 5 * 60_000;

/** Loaded on use: its 300 files take a sixth of a second, which every start and every build would wait for. */
const webauthn = () => import('@simplewebauthn/server');

/** A browser's answer as JSON (WebAuthn's `toJSON`). */
export type PasskeyAnswer = string;

const relyingParty = ({ siteUrl }: Config) => ({ id: new URL(siteUrl).hostname, origin: new URL(siteUrl).origin });

const later = ({ now }: Context) => new Date(now().getTime() + CHALLENGE_MS).toISOString();

/** What the browser needs to make a passkey, as JSON. */
export async function passkeyCreation(ctx: Context, staff: StaffRow): Promise<string> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: loadShopData().shop.name,
    rpID: relyingParty(ctx.config).id,
    userName: staff.email,
    userDisplayName: staff.name,
    userID: new TextEncoder().encode(staff.id),
    attestationType: 'none',
    excludeCredentials: (await findPasskeys(ctx.db.read, staff.id)).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await ctx.db.write((tx) => insertChallenge(tx, options.challenge, staff.id, later(ctx)));
  return JSON.stringify(options);
}

/** What the browser needs to ask for a passkey, as JSON; undefined for a person without one. */
export async function passkeyRequest(ctx: Context, staff: StaffRow): Promise<string | undefined> {
  const known = await findPasskeys(ctx.db.read, staff.id);
  if (known.length === 0) return undefined;
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx.config).id,
    allowCredentials: known.map(({ id }) => ({ id })),
    userVerification: 'preferred',
  });
  await ctx.db.write((tx) => insertChallenge(tx, options.challenge, staff.id, later(ctx)));
  return JSON.stringify(options);
}

/** The challenge that an answer names, before anything else of it is believed. */
function challengeOf(answer: { response?: { clientDataJSON?: unknown } } | undefined): string {
  const data = answer?.response?.clientDataJSON;
  const client = typeof data === 'string' ? parseJson(Buffer.from(data, 'base64url').toString()) : undefined;
  const challenge = (client as { challenge?: unknown } | undefined)?.challenge;
  return typeof challenge === 'string' ? challenge : '';
}

/** Stores a passkey that a browser made. */
export async function addPasskey(
  ctx: Context,
  staff: StaffRow,
  answer: PasskeyAnswer,
  name: string,
): Promise<Result<void, { kind: 'passkey_failed' }>> {
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
  const at = ctx.now().toISOString();
  return ctx.db.write(async (tx) => {
    if (!(await useChallenge(tx, challenge, staff.id, at))) return fail({ kind: 'passkey_failed' as const });
    await insertPasskey(tx, {
      id: credential.id,
      staff_id: staff.id,
      name: name.slice(0, 60),
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      created_at: at,
    });
    await recordAct(ctx, tx, { act: 'staff.addPasskey', subject: 'staff', id: staff.email, after: { name } });
    return ok(undefined);
  });
}

/** Checks a passkey's answer; the returned function uses the challenge up. */
export async function checkPasskey(ctx: Context, staff: StaffRow, answer: PasskeyAnswer): Promise<(tx: Writer) => Promise<boolean>> {
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
  if (!verified?.verified) return refuse;
  const { newCounter } = verified.authenticationInfo;
  return async (tx) => (await useChallenge(tx, challenge, staff.id, ctx.now().toISOString())) && usePasskey(tx, known.id, newCounter);
}
