import type { Pool } from 'pg';
import type { Owner } from '../owner.ts';
import type { AvailableProvider, Method } from '../providers/methods.ts';
import { enabledMethods, methodsOfGateway } from '../store/offered-methods.ts';
import { profileOr } from '../store/store-profile.ts';
import type { StoreProfile } from '../store/store-profile.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';

/** An intent with its store's current profile and its last attempt: what a customer's page and a confirm need. */
export interface IntentWithStore {
  row: IntentRow;
  store: StoreProfile;
  last: LastAttempt | undefined;
  /** A provider may have money for it that is not known, or not returned yet. */
  isUndecided: boolean;
}
export interface LastAttempt extends Pick<AttemptRow, 'method' | 'routing' | 'instrument'> {
  /** It was a charge without the customer. */
  isCharge: boolean;
}

interface Row extends IntentRow {
  store_name: string | null;
  store_color: string;
  store_methods: Method[] | null;
  last_method: Method | null;
  last_routing: AttemptRow['routing'];
  last_instrument: AttemptRow['instrument'];
  last_token: string | null;
  is_undecided: boolean;
}

const SELECT = `
  SELECT i.*, p.name AS store_name, p.color AS store_color, p.methods AS store_methods, a.method AS last_method,
  a.routing AS last_routing, a.instrument AS last_instrument, a.token_id AS last_token, EXISTS (SELECT 1 FROM attempt u
    WHERE u.account_id = i.account_id AND u.intent_id = i.id AND u.status = ANY (ARRAY['PENDING',
    'AUTHENTICATION_PENDING', 'AUTHENTICATION_SUCCESSFUL', 'TIMEOUT', 'AUTHORIZED', 'LATE_CAPTURED'])) AS is_undecided
  FROM intent i LEFT JOIN store_profile p ON p.account_id = i.account_id AND p.store_id = i.store_id AND p.mode = i.mode
    LEFT JOIN LATERAL (SELECT method, routing, instrument, token_id FROM attempt WHERE account_id = i.account_id
    AND intent_id = i.id ORDER BY no DESC LIMIT 1) a ON true`;

export async function intentOfPage(pool: Pool, pageHash: Buffer): Promise<IntentWithStore | undefined> {
  const {
    rows: [row],
  } = await pool.query<Row>({ name: 'intent-of-page', text: `${SELECT} WHERE i.page_hash = $1`, values: [pageHash] });
  return row === undefined ? undefined : partsOf(row);
}

/** Undefined also for another store's intent. */
export async function intentOfOwner(
  pool: Pool,
  { accountId, storeId, mode }: Owner,
  id: string,
): Promise<IntentWithStore | undefined> {
  const {
    rows: [row],
  } = await pool.query<Row>({
    name: 'intent-of-owner',
    text: `${SELECT} WHERE i.account_id = $1 AND i.id = $2 AND i.store_id = $3 AND i.mode = $4`,
    values: [accountId, id, storeId, mode],
  });
  return row === undefined ? undefined : partsOf(row);
}

function partsOf({
  store_name: name,
  store_color: color,
  store_methods: methods,
  last_method: method,
  last_routing: routing,
  last_instrument: instrument,
  last_token: token,
  is_undecided: isUndecided,
  ...row
}: Row): IntentWithStore {
  return {
    row,
    store: profileOr(name === null ? undefined : { name, color, methods }),
    last: method === null ? undefined : { method, routing, instrument, isCharge: token !== null },
    isUndecided,
  };
}

/** The methods that an intent's page offers now. */
export function offeredMethods(
  { row, store }: Pick<IntentWithStore, 'row' | 'store'>,
  gateways: readonly AvailableProvider[],
): Method[] {
  return methodsOfGateway(enabledMethods(store.methods, gateways), row.gateway, gateways).filter(
    (method) => row.methods === null || row.methods.includes(method),
  );
}
