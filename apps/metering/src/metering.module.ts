import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { PrincipalGuard } from '@qafila/auth/guard';
import { Opener } from '@qafila/auth/seal';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import { validationPipe } from '@qafila/envelopes/validation';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { ServiceContext } from '@qafila/runtime/service';
import { acceptEvents } from './events/accept-events.ts';
import { Acceptance } from './events/acceptance.ts';
import { BulkController } from './bulk/bulk.controller.ts';
import { readBulkRows } from './bulk/submit-bulk.ts';
import { EventsController } from './events/events.controller.ts';
import { GroupDoorController } from './events/group-door.controller.ts';
import { GroupCommit } from './events/group-commit.ts';
import { IngestConsumer } from './events/ingest.consumer.ts';
import { RecentFacts } from './events/usage-fact.ts';
import { usageReader } from './events/usage-reader.ts';
import { MeterDirectory } from './meters/meter-directory.ts';
import { MetersController } from './meters/meters.controller.ts';
import { PeriodLoop } from './periods/period-loop.ts';
import { PlansController } from './plans/plans.controller.ts';
import { SubscriptionsController } from './plans/subscriptions.controller.ts';
import { UsageController } from './usage/usage.controller.ts';

export const BUS = Symbol('bus');

export interface MeteringOptions { opener: () => Opener; graceMs: number; bus: () => Bus }

/** The one module of the service: controllers hold no rules, rules hold no state. */
@Module({})
export class MeteringModule {
  static of(context: ServiceContext, options: MeteringOptions, database: Database): DynamicModule {
    const { pool, source } = database;
    const opener = options.opener();
    const bus = options.bus();
    const recent = new RecentFacts();
    const relay = new Relay({ pool, bus, log: context.log, readers: { usage: usageReader(pool, recent), bulk: readBulkRows } });
    const acceptance = new Acceptance(pool, new MeterDirectory(pool), recent, options.graceMs, () => relay.wake());
    return {
      module: MeteringModule,
      controllers: [MetersController, EventsController, BulkController, GroupDoorController, IngestConsumer, UsageController, PlansController, SubscriptionsController],
      providers: [
        { provide: DataSource, useValue: source },
        { provide: Relay, useValue: relay },
        { provide: PeriodLoop, useValue: new PeriodLoop({ pool, graceMs: options.graceMs, log: context.log, onCommit: () => relay.wake() }) },
        { provide: Opener, useValue: opener },
        { provide: Acceptance, useValue: acceptance },
        { provide: BUS, useValue: bus },
        { provide: GroupCommit, useValue: new GroupCommit((submissions) => acceptEvents(submissions, acceptance)) },
        { provide: APP_GUARD, useFactory: (reflector: Reflector) => new PrincipalGuard(opener, reflector), inject: [Reflector] },
        { provide: APP_PIPE, useFactory: validationPipe },
        { provide: APP_FILTER, useValue: new DialectFilter('payment', (error) => context.log.error({ error: (error as Error).stack }, 'http.unforeseen')) },
      ],
    };
  }
}
