import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Rest } from '@qafila/runtime/background-loop';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService } from '@qafila/runtime/service';
import { CALLBACK_FORMATS } from './callback-formats.ts';
import { deliverCallbacks } from './callbacks/deliver-callbacks.ts';
import { SandboxClock } from './clock/sandbox-clock.ts';
import { SANDBOX_DATABASE } from './database.ts';
import { readBodies } from './http/read-bodies.ts';
import { SuspendedReplies } from './http/suspended-replies.ts';
import { LIMITS } from './limits.ts';
import { insertScanCallbacks } from './parcels/insert-scan-callbacks.ts';
import { settleDue } from './payments/settle-due.ts';
import { prune } from './pruning/prune.ts';
import { SANDBOX } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { SandboxModule } from './sandbox.module.ts';
import { readSettings } from './settings.ts';
import type { SandboxSettings } from './settings.ts';

/**
 * The work that no request starts; each round returns how much it did. Each has its own loop, so a slow callback
 * receiver delays neither due payments nor scans.
 */
const ROUNDS: Record<string, { round: (sandbox: Sandbox) => Promise<number>; rest: Rest }> = {
  payments: { round: settleDue, rest: LIMITS.loopEveryMs },
  scans: { round: insertScanCallbacks, rest: LIMITS.loopEveryMs },
  callbacks: { round: deliverCallbacks, rest: LIMITS.loopEveryMs },
  // No request wakes it.
  pruning: { round: prune, rest: { atLeastMs: LIMITS.pruneEveryMs } },
};

/** Starts the sandbox. MODE live is refused. */
export function startSandbox(environment: Environment): Promise<RunningService> {
  const loops: BackgroundLoop[] = [];
  let server: Server | undefined;
  return runService<SandboxSettings>(
    {
      name: 'sandbox',
      database: SANDBOX_DATABASE,
      readBodies: 'own',
      prepare: (context) => readSettings(context),
      module: ({ log }, settings, { pool }) =>
        SandboxModule.of({
          ...settings,
          pool,
          log,
          clock: new SandboxClock(pool),
          suspendedReplies: new SuspendedReplies(),
          callbackFormats: CALLBACK_FORMATS,
          publicUrl: () => settings.publicUrl ?? `http://127.0.0.1:${(server?.address() as AddressInfo).port}`,
          wake: () => {
            for (const loop of loops) loop.wake();
          },
        }),
      connect: async (app, context) => {
        readBodies(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
        server = app.getHttpServer() as Server;
        const sandbox = app.get<Sandbox>(SANDBOX);
        await sandbox.clock.load();
        for (const [name, { round, rest }] of Object.entries(ROUNDS)) {
          const loop = new BackgroundLoop({
            name: `sandbox.${name}`,
            log: context.log,
            backoff: { firstMs: LIMITS.loopEveryMs, maxMs: LIMITS.loopEveryMs },
            round: async () => ((await round(sandbox)) > 0 ? 0 : rest),
          });
          loops.push(loop);
          loop.start();
          context.onStop(() => loop.stop());
        }
      },
    },
    environment,
  );
}
