import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { PrincipalGuard } from '@qafila/auth/guard';
import { Opener } from '@qafila/auth/seal';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { ServiceContext } from '@qafila/runtime/service';
import { RequestPipe } from '@qafila/schema/request.pipe';
import { CONTROLLERS } from './api.ts';
import { acceptEvents } from './events/accept-events.ts';
import { IngestDependencies } from './events/ingest-dependencies.ts';
import { readBulkRows } from './bulk/submit-bulk.ts';
import { AcceptQueue } from './events/accept-queue.ts';
import { RecentFacts } from './events/usage-fact.ts';
import { usageReader } from './events/usage-reader.ts';
import { RetentionLoop } from './retention/retention-loop.ts';
import type { RetentionDays } from './retention/retention-loop.ts';
import { MeterDirectory } from './meter-definitions/meter-directory.ts';
import { PeriodLoop } from './periods/period-loop.ts';
import { UsageReaders } from './usage/usage-readers.ts';

export const BUS = Symbol('bus');

export interface MeteringOptions {
  retention: RetentionDays;
  opener: () => Opener;
  graceMs: number;
  bus: () => Promise<Bus>;
}

/** The service's only module. Controllers contain no rules, and rules have no state. */
@Module({})
export class MeteringModule {
  static async of(context: ServiceContext, options: MeteringOptions, database: Database): Promise<DynamicModule> {
    const { pool, readers, source } = database;
    const opener = options.opener();
    const bus = await options.bus();
    const recent = new RecentFacts();
    const relay = new Relay({
      pool,
      bus,
      log: context.log,
      metrics: context.metrics,
      health: context.health,
      readers: { usage: usageReader(pool, recent), bulk: readBulkRows },
    });
    const meters = new MeterDirectory(pool);
    const onUnforeseen = (error: unknown): void =>
      context.log.error({ error: (error as Error).stack }, 'http.unforeseen');
    const onCommit = (): void => relay.wake();
    const dependencies = new IngestDependencies(pool, meters, recent, options.graceMs, onCommit, onUnforeseen);
    return {
      module: MeteringModule,
      controllers: CONTROLLERS,
      providers: [
        { provide: DataSource, useValue: source },
        { provide: Relay, useValue: relay },
        {
          provide: PeriodLoop,
          useValue: new PeriodLoop({ pool, graceMs: options.graceMs, log: context.log, onCommit }),
        },
        { provide: RetentionLoop, useValue: new RetentionLoop(pool, context.log, options.retention) },
        { provide: Opener, useValue: opener },
        { provide: MeterDirectory, useValue: meters },
        { provide: UsageReaders, useValue: new UsageReaders(readers, meters) },
        { provide: IngestDependencies, useValue: dependencies },
        { provide: BUS, useValue: bus },
        { provide: AcceptQueue, useValue: new AcceptQueue((submissions) => acceptEvents(submissions, dependencies)) },
        {
          provide: APP_GUARD,
          useFactory: (reflector: Reflector) => new PrincipalGuard(opener, reflector),
          inject: [Reflector],
        },
        { provide: APP_PIPE, useClass: RequestPipe },
        {
          provide: APP_FILTER,
          useValue: new DialectFilter('payment', onUnforeseen),
        },
      ],
    };
  }
}
