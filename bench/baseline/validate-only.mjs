// The baseline of figure 1: the same Nest and Fastify route, which validates and answers without storage.
import 'reflect-metadata';
import { Controller, HttpCode, Module, Param, Body, Post } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope, PrincipalGuard } from '@qafila/auth/guard';
import { Opener } from '@qafila/auth/seal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { runMain } from '@qafila/runtime/main';
import { runService } from '@qafila/runtime/service';
import { parseEvent } from '../../apps/metering/dist/events/parse-event.js';
import { digestOf, judgeEvent } from '../../apps/metering/dist/events/judge-event.js';

const meter = {
  accountNo: 1,
  accountId: '00000000000000aa',
  meterNo: 1,
  id: 'bench',
  storeId: 'str_bench',
  mode: 'stage',
  active: true,
  aggregationType: 'sum',
  aggregationField: 'tokens',
  groupBy: [],
  revision: 1,
  createdAt: 0,
  versions: [{ version: 1, effectiveFrom: 0, filter: () => true }],
};

class EventsController {
  send(owner, meterId, body) {
    const event = parseEvent(body);
    const judgement = judgeEvent(event, meter);
    digestOf(owner.accountId, meterId, event.eventId);
    return paymentSuccess('Event counted', {
      event_id: event.eventId,
      counted: true,
      reason: null,
      meter_version: judgement.version,
      value: judgement.value,
      late: false,
      window: { start: '2026-11-01T00:00:00.000000Z', end: '2026-12-01T00:00:00.000000Z' },
      received_at: '2026-11-01T00:00:00.000000Z',
    });
  }
}
const method = Object.getOwnPropertyDescriptor(EventsController.prototype, 'send');
for (const decorate of [Post(), HttpCode(200), NeedsScope('usage:write'), RouteConfig({ exactNumbers: true })])
  decorate(EventsController.prototype, 'send', method);
Caller()(EventsController.prototype, 'send', 0);
Param('id')(EventsController.prototype, 'send', 1);
Body()(EventsController.prototype, 'send', 2);
Controller('public/v1/meter/:id/event')(EventsController);

class BaselineModule {}

runMain((environment) =>
  runService(
    {
      name: 'baseline',
      prepare: ({ settings }) => new Opener(settings.text('PRINCIPAL_PUBLIC_KEY'), 'metering'),
      module: (_context, opener) => ({
        module: (Module({})(BaselineModule), BaselineModule),
        controllers: [EventsController],
        providers: [
          { provide: APP_GUARD, useFactory: (reflector) => new PrincipalGuard(opener, reflector), inject: [Reflector] },
        ],
      }),
    },
    environment,
  ),
);
