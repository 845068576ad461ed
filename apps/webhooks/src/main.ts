import { runMain } from '@qafila/runtime/main';
import { startWebhooks } from './start.ts';

runMain(startWebhooks);
