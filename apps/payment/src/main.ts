import { runMain } from '@qafila/runtime/main';
import { startPayment } from './start.ts';

runMain(startPayment);
