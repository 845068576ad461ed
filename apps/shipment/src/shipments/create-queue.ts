import { unavailable } from '@qafila/envelopes/refusal';
import { BatchQueue, isSettled, Rejected, settleEach } from '@qafila/runtime/batch-queue';
import { LIMITS } from '../limits.ts';
import { duplicateReference, insertShipments, shipmentRow } from './insert-shipments.ts';
import type { NewShipment } from './insert-shipments.ts';
import type { Owner } from './owner.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** Reads the request once the company's couriers are known; throws its refusals. */
export type ReadShipment = (couriers: readonly string[]) => NewShipment;

interface Create {
  owner: Owner;
  read: ReadShipment;
  /** Size of the body. A shipment of 250 packages has about 1 MB and costs as much as hundreds of typical ones. */
  characters: number;
}

/**
 * Creates that arrive at the same time share one read of the companies' couriers and one INSERT. Each gets its own
 * result: the row as it is stored and committed, or its own refusal.
 */
export class CreateQueue extends BatchQueue<Create, ShipmentRow> {
  constructor({ pool, clock, couriers }: Pick<ShipmentDependencies, 'pool' | 'clock' | 'couriers'>) {
    super({
      batchesAtOnce: LIMITS.createBatchesMax,
      sizeOf: ({ characters }) => characters,
      batch: { sizeMax: LIMITS.createBatchCharactersMax },
      waiting: {
        sizeMax: LIMITS.createWaitingCharactersMax,
        error: () => unavailable('Too many shipments are being created at once. Send the same request again.'),
      },
      run: async (creates) => {
        const couriersOf = await couriers.ofCompanies(
          pool,
          creates.map(({ owner }) => owner.accountId),
        );
        const rows = settleEach(creates, ({ owner, read }) =>
          shipmentRow({ clock }, owner, read(couriersOf(owner.accountId))),
        );
        const stored = await insertShipments(pool, rows.filter(isSettled));
        return Promise.all(
          rows.map(async (row, index) => {
            if (row instanceof Rejected || stored.has(row.id)) return row;
            const { owner } = creates[index] as Create;
            return new Rejected(await duplicateReference(pool, owner, row.reference));
          }),
        );
      },
    });
  }
}
