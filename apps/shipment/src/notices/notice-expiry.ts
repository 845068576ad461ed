import { deleteSomeExpired, ROWS_PER_DELETE_MAX } from '@qafila/runtime/delete-expired';
import { ExpiryLoop } from '@qafila/runtime/expiry-loop';
import { NOTICES } from '../limits.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';

type Needs = Pick<ShipmentDependencies, 'pool' | 'clock' | 'log'>;

/** Deletes messages past their retention. */
export class NoticeExpiry extends ExpiryLoop {
  constructor(deps: Needs) {
    super({ log: deps.log, steps: [() => expireNotices(deps)] });
  }
}

/** Those that wait too: their channel has lost its sender, and the state is long past. */
export async function expireNotices({ pool, clock }: Omit<Needs, 'log'>): Promise<boolean> {
  const deleted = await deleteSomeExpired(pool, {
    table: 'notice',
    where: 'created_at < $1',
    orderBy: 'created_at',
    values: [new Date(clock() - NOTICES.keptMs)],
  });
  return deleted === ROWS_PER_DELETE_MAX;
}
