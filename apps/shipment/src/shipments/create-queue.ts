import { unavailable } from '@qafila/envelopes/refusal';
import { eachAlone, GroupQueue } from '@qafila/runtime/group-queue';
import { LIMITS } from '../limits.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { duplicate, insertShipments, shipmentRow } from './new-shipment.ts';
import type { NewShipment } from './new-shipment.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** Reads what was asked for, once it is known which couriers the company has; throws what it refuses. */
export type ReadShipment = (couriers: readonly string[]) => NewShipment;

interface Create {
  owner: Owner; read: ReadShipment;
  /** Of the body: a shipment of 250 packages is some 1 MB, which reads and writes as long as hundreds of usual ones. */
  characters: number;
}

/** Creates that come at the same time share one read of the companies' couriers and one insert. Answers the row as it is stored, and committed; each is refused alone. */
export class CreateQueue extends GroupQueue<Create, ShipmentRow> {
  constructor(shipments: Pick<Shipments, 'pool' | 'clock' | 'couriers'>) {
    super({
      groupsAtOnce: LIMITS.createGroupsMax, perGroupMax: LIMITS.createGroupCharactersMax, waitingMax: LIMITS.createWaitingCharactersMax, sizeOf: ({ characters }) => characters,
      whenFull: () => unavailable('More shipments are being created than can be taken in. Send the same request again.'),
      together: async (creates) => {
        const couriersOf = await shipments.couriers.ofCompanies(shipments.pool, creates.map(({ owner }) => owner.accountId));
        const rows = eachAlone(creates, ({ owner, read }) => shipmentRow(shipments, owner, read(couriersOf(owner.accountId))));
        const stored = await insertShipments(shipments.pool, rows.flatMap((row) => (row.status === 'fulfilled' ? [row.value] : [])));
        return Promise.all(rows.map(async (row, index): Promise<PromiseSettledResult<ShipmentRow>> => {
          if (row.status === 'rejected' || stored.has(row.value.id)) return row;
          return { status: 'rejected', reason: await duplicate(shipments.pool, (creates[index] as Create).owner, row.value.reference) };
        }));
      },
    });
  }
}
