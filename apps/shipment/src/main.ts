import { runMain } from '@qafila/runtime/main';
import { startShipment } from './start.ts';

runMain(startShipment);
