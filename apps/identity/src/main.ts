import { runMain } from '@qafila/runtime/main';
import { startIdentity } from './start.ts';

runMain(startIdentity);
