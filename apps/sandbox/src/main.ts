import { runMain } from '@qafila/runtime/main';
import { startSandbox } from './start.ts';

runMain(startSandbox);
