import { runMain } from '@qafila/runtime/main';
import { startMetering } from './start.ts';

runMain(startMetering);
