// A process of the shipment service for bulk-kill.test.ts, with one courier that books everything.
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import { startShipment } from '../dist/start.js';

let waybills = 0;
const falcon = {
  id: 'falcon',
  name: 'Falcon',
  isSandbox: true,
  polling: { everyMs: 600_000, quietMs: 600_000, batchMax: 1 },
  book: async () => ({ kind: 'booked', awb: `F${process.pid}-${++waybills}`, label: { service: 'DAY' } }),
  find: async () => ({ kind: 'unknown' }),
  cancel: async () => ({ kind: 'cancelled' }),
  poll: async () => [],
  readCallback: () => ({ kind: 'hint', awbs: [] }),
};
await startShipment(process.env, { bus: new EmbeddedBus(createLogger('child', 'silent')), couriers: [falcon] });
console.log('working');
