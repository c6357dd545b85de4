import { queryText } from '#src/desk/list-query.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import { MOST_ORDERS } from '#src/features/orders/packing.ts';
import { deliveryError } from '#src/features/orders/desk/parcel-form.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { makeCarrierFile, type LeftOut } from '../server/carrier-file.service.ts';
import { readCarrierTables } from '../server/carrier-tables.ts';

/** Longest list of numbers that a page's query may have. */
const MOST_CHARACTERS = MOST_ORDERS * 10;

/** The asked orders, the carriers with a table, and the chosen one's file: `?orders=K7QF-3MXA,…&carrier=dhl`. */
export async function loadCarrierFile(ctx: Context, url: URL) {
  const orders = queryText(url, 'orders').slice(0, MOST_CHARACTERS);
  const numbers = [...new Set(orders.split(',').filter(Boolean))];
  const tables = readCarrierTables(ctx);
  const asked = queryText(url, 'carrier') || 'dhl';
  const chosen = tables.find(({ carrier }) => carrier === asked) ?? tables[0];
  const carriers = tables.map(({ carrier, table }) => ({ carrier, name: table.ok ? table.value.name : carrier }));
  return { orders, carriers, carrier: chosen?.carrier ?? '', file: await makeFile(ctx, chosen, numbers) };
}

type Chosen = ReturnType<typeof readCarrierTables>[number] | undefined;
type File = Awaited<ReturnType<typeof makeCarrierFile>>;

async function makeFile(ctx: Context, chosen: Chosen, numbers: string[]): Promise<Result<File, DeskError>> {
  if (numbers.length === 0) return fail({ kind: 'no_order_chosen' });
  if (!chosen) return fail({ kind: 'carrier_unknown' });
  if (!chosen.table.ok)
    return fail({ kind: 'carrier_table', values: { file: chosen.file, mistakes: chosen.table.error.join(' · ') } });
  return ok(await makeCarrierFile(ctx, chosen.table.value, numbers));
}

/** Why a parcel is not in the file, in the desk's words. */
export function leftOutError(reason: LeftOut['reason']): DeskError {
  switch (reason.kind) {
    case 'not_found':
    case 'carrier_unpacked':
    case 'carrier_post_number':
      return { kind: reason.kind };
    case 'carrier_together':
    case 'carrier_labelled':
    case 'carrier_no_points':
    case 'carrier_cell_empty':
    case 'carrier_cell_signs':
    case 'carrier_cell_long':
      return { kind: reason.kind, values: reason.values };
    default:
      return deliveryError(reason);
  }
}
