import { runMain } from '@qafila/runtime/main';
import { startGateway } from './start.ts';

runMain(startGateway);
