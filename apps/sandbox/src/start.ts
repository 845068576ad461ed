import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService } from '@qafila/runtime/service';
import { deliverCallbacks } from './callbacks/deliver-callbacks.ts';
import { SandboxClock } from './clock/sandbox-clock.ts';
import { SANDBOX_DATABASE } from './database.ts';
import { HeldReplies } from './http/held-replies.ts';
import { readBodies } from './http/read-bodies.ts';
import { LIMITS } from './limits.ts';
import { tellScans } from './parcels/tell-scans.ts';
import { settleDue } from './payments/settle-due.ts';
import { SandboxModule } from './sandbox.module.ts';
import { SANDBOX } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { readSettings } from './settings.ts';
import type { SandboxSettings } from './settings.ts';

/** What the outside world does by itself; each says how much it did. Of their own: a receiver that is slow to take a callback keeps no payment from falling due, and no scan from being told. */
const TURNS: Record<string, (sandbox: Sandbox) => Promise<number>> = { payments: settleDue, scans: tellScans, callbacks: deliverCallbacks };

/** Starts the outside world for stage mode. Live is refused. */
export function startSandbox(environment: Environment): Promise<RunningService> {
  const loops: BackgroundLoop[] = [];
  let server: Server | undefined;
  return runService<SandboxSettings>({
    name: 'sandbox',
    database: SANDBOX_DATABASE,
    readBodies: 'own',
    prepare: (context) => readSettings(context),
    module: ({ log }, settings, { pool }) => SandboxModule.of({
      ...settings, pool, log, clock: new SandboxClock(pool), held: new HeldReplies(),
      publicUrl: () => settings.publicUrl ?? `http://127.0.0.1:${(server?.address() as AddressInfo).port}`,
      wake: () => { for (const loop of loops) loop.wake(); },
    }),
    connect: async (app, context) => {
      readBodies(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
      server = app.getHttpServer() as Server;
      const sandbox = app.get<Sandbox>(SANDBOX);
      await sandbox.clock.load();
      for (const [name, turn] of Object.entries(TURNS)) {
        const loop = new BackgroundLoop({ name: `sandbox.${name}`, log: context.log, restAfterFailureMs: LIMITS.loopEveryMs, round: async () => (await turn(sandbox) > 0 ? 0 : LIMITS.loopEveryMs) });
        loops.push(loop);
        loop.start();
        context.onStop(() => loop.stop());
      }
    },
  }, environment);
}
