// The shipment service without its worker: shipments are created and never booked.
import 'reflect-metadata';
import { runMain } from '@qafila/runtime/main';
import { startShipment } from '../../apps/shipment/dist/start.js';

runMain((environment) => startShipment(environment, { worker: false }));
