import { sql } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { CodesTable } from '#src/server/db/tables/codes.ts';
import type { DiscountCode } from '../code.ts';

export interface UsedCode extends DiscountCode {
  uses: number;
}

const toCode = (row: CodesTable): DiscountCode => ({
  code: row.code,
  kind: row.kind,
  value: row.value,
  minimum: row.minimum_cents,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  maxUses: row.max_uses,
  maxUsesEach: row.max_uses_each,
  scope: row.scope,
  targets: JSON.parse(row.targets) as string[],
  endedAt: row.ended_at,
});

export async function findCode(db: Reader, code: string): Promise<DiscountCode | undefined> {
  const row = await db.selectFrom('codes').selectAll().where('code', '=', code).executeTakeFirst();
  return row && toCode(row);
}

/**
 * A use is a checkout whose units are held or sold, or whose order was paid even if its goods came back. A checkout
 * that ends without payment stops being one.
 */
const selectUses = (db: Reader) =>
  db
    .selectFrom('checkouts')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('hold', 'in', ['held', 'sold']),
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.checkout_id', '=', 'checkouts.id')
            .where('payment_status', '!=', 'cancelled'),
        ),
      ]),
    );

/** The person who wants to use a code. */
export interface CodeUser {
  /** The account, or the browser of a guest: units and use of its own open checkout are its own. */
  owner?: { column: 'client_id' | 'guest_id'; id: string } | undefined;
  /** Hash of the email address. */
  buyer?: string | null | undefined;
  /** Hash of the network address; null: a payment has begun, so no network holds the use unpaid. */
  network?: string | null;
  /** The checkout that claims the use. */
  checkoutId?: string;
}

/** Whether a code has been used as often as it may be, in all or by this buyer, or its network holds too many uses. */
export async function isUsedUp(db: Reader, discount: DiscountCode, user: CodeUser): Promise<boolean> {
  const { code, maxUses, maxUsesEach } = discount;
  const { owner, buyer, checkoutId } = user;
  if (maxUses === null && maxUsesEach === null) return false;
  const isBuyers = owner
    ? sql`(${sql.ref(owner.column)} = ${owner.id} or code_buyer = ${buyer ?? null})`
    : sql`code_buyer = ${buyer ?? null}`;
  let uses = selectUses(db)
    .where('code', '=', code)
    .select([
      (row) => row.fn.countAll<number | string>().as('all'),
      sql<number | string | null>`sum(case when ${isBuyers} then 1 else 0 end)`.as('buyers'),
    ]);
  if (checkoutId) uses = uses.where('id', '!=', checkoutId);
  else if (owner)
    uses = uses.where(({ or, eb }) =>
      or([
        eb('state', '!=', 'open'),
        eb('capture_request_id', 'is not', null),
        eb(owner.column, 'is distinct from', owner.id),
      ]),
    );
  const counted = await uses.executeTakeFirstOrThrow();
  const isFull = (used: number | string | null, most: number | null) => most !== null && Number(used ?? 0) >= most;
  if (isFull(counted.all, maxUses) || isFull(counted.buyers, maxUsesEach)) return true;
  return holdsTooMany(db, discount, user);
}

/**
 * Takes the use of a checkout that holds its units, or is about to; false when no use is left. Checkouts with the code
 * wait here for each other until they commit. Call it after all other locks, so that no two wait for one another.
 */
export async function claimUse(
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Writer,
  code: string,
  user: CodeUser & { checkoutId: string },
): Promise<boolean> {
  const known = await findCode(tx, code);
  if (!known || (known.maxUses === null && known.maxUsesEach === null)) return true;
  await lockRows(tx.selectFrom('codes').select('code').where('code', '=', code)).execute();
  return !(await isUsedUp(tx, known, user));
}

/** Most uses of a code that one network may hold unpaid, so that strangers cannot take all of them for a while. */
const NETWORK_USES = 3;

async function holdsTooMany(
  db: Reader,
  { code, maxUses }: DiscountCode,
  { owner, checkoutId, network = null }: CodeUser,
): Promise<boolean> {
  // A checkout whose payment has begun has no network any more.
  if (maxUses === null || network === null) return false;
  let others = db
    .selectFrom('checkouts')
    .select((row) => row.fn.countAll<number | string>().as('held'))
    .where('code', '=', code)
    .where('network', '=', network)
    .where('state', '=', 'open')
    .where('hold', '=', 'held')
    .where('capture_request_id', 'is', null);
  if (checkoutId) others = others.where('id', '!=', checkoutId);
  else if (owner) others = others.where(owner.column, 'is distinct from', owner.id);
  return Number((await others.executeTakeFirstOrThrow()).held) >= NETWORK_USES;
}

/** All codes with their uses, the newest first. */
export async function listCodes(db: Reader): Promise<UsedCode[]> {
  const rows = await db.selectFrom('codes').selectAll().orderBy('created_at', 'desc').orderBy('code').execute();
  const counted = await selectUses(db)
    .where('code', 'is not', null)
    .select((row) => ['code', row.fn.countAll<number | string>().as('uses')])
    .groupBy('code')
    .execute();
  const uses = new Map(counted.map((row) => [row.code, Number(row.uses)]));
  return rows.map((row) => ({ ...toCode(row), uses: uses.get(row.code) ?? 0 }));
}

/** Returns whether it is new. */
export async function insertCode(tx: Writer, code: DiscountCode, at: string): Promise<boolean> {
  const result = await tx
    .insertInto('codes')
    .values({
      code: code.code,
      kind: code.kind,
      value: code.value,
      minimum_cents: code.minimum,
      starts_on: code.startsOn,
      ends_on: code.endsOn,
      max_uses: code.maxUses,
      max_uses_each: code.maxUsesEach,
      scope: code.scope,
      targets: JSON.stringify(code.targets),
      created_at: at,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns whether it was not ended yet. */
export async function endCodeRow(tx: Writer, code: string, at: string): Promise<boolean> {
  const result = await tx
    .updateTable('codes')
    .set({ ended_at: at })
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Those of these products' codes or categories' slugs that the shop does not know. */
export async function findUnknownTargets(db: Reader, scope: DiscountCode['scope'], targets: string[]) {
  if (targets.length === 0 || (scope !== 'products' && scope !== 'categories')) return [];
  const rows =
    scope === 'products'
      ? await db.selectFrom('products').select('cod_catalog as name').where('cod_catalog', 'in', targets).execute()
      : await db.selectFrom('categories').select('slug as name').where('slug', 'in', targets).execute();
  const known = new Set(rows.map(({ name }) => name));
  return targets.filter((target) => !known.has(target));
}
