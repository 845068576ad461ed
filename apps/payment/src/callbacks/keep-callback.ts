import { deleteExpired } from '@qafila/runtime/delete-expired';
import type { PaymentDependencies } from '../dependencies.ts';
import { GATEWAYS } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { Callback } from '../providers/callback.ts';

/** Where a call came from. Without an owner it came to the address of the deployment. */
export interface CallbackSource {
  gateway: string;
  connectionId: string;
  owner: Owner | undefined;
}

const UNKNOWN_STORE: Owner = { accountId: '', storeId: '', mode: '' };

/** Keeps a call that no operation matches, once per event. What it says is readable; the body is sealed. */
export async function keepCallback(
  { pool, keys, clock, log }: PaymentDependencies,
  { gateway, connectionId, owner = UNKNOWN_STORE }: CallbackSource,
  { callback, rawBody }: { callback: Callback; rawBody: Buffer },
): Promise<void> {
  const { id, kind, type } = callback;
  await pool.query(
    `
    INSERT INTO gateway_callback (gateway, connection_id, event_id, account_id, store_id, mode, kind, type, content,
      body, received_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (gateway, connection_id, event_id) DO UPDATE SET times = gateway_callback.times + 1`,
    [
      gateway,
      connectionId,
      id,
      owner.accountId,
      owner.storeId,
      owner.mode,
      kind,
      type,
      JSON.stringify(contentOf(callback), bigintAsText),
      keys.seal(rawBody.toString('base64'), 'callback', gateway, connectionId, id),
      new Date(clock()),
    ],
  );
  log.warn({ gateway, connection: connectionId, callback: id, kind, type }, 'callback.kept');
}

/** What the adapter read. A report has card data at most as the attempt would keep it. */
function contentOf(callback: Callback): Record<string, unknown> {
  switch (callback.kind) {
    case 'operation':
      return { operation_id: callback.operationId, reference: callback.reference, report: callback.report.kind };
    case 'token':
      return { token_id: callback.tokenId };
    case 'dispute':
      return { ...callback.dispute };
    case 'payout':
      return { ...callback.payout };
    default:
      return {};
  }
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

export async function deleteOldCallbacks({ pool, clock }: PaymentDependencies): Promise<void> {
  await deleteExpired(pool, {
    table: 'gateway_callback',
    where: 'received_at < $1',
    orderBy: 'received_at',
    values: [new Date(clock() - GATEWAYS.callbacksKeptMs)],
  });
}
