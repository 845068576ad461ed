// The baseline of figure 8: create and track with guard and parsed body, but with a constant answer.
import 'reflect-metadata';
import { Controller, Get, HttpCode, Module, Post, Res } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope, PrincipalGuard } from '@qafila/auth/guard';
import { Opener } from '@qafila/auth/seal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import { runMain } from '@qafila/runtime/main';
import { runService } from '@qafila/runtime/service';

const ANSWER = {
  status: 200,
  body: shipmentSuccess(200, 'Shipment created', { shipmentId: 'shp_000000000000000000000000000' }),
};

class ShipmentsController {
  create(_caller, _sent, reply) {
    return applyAnswer(reply, ANSWER);
  }

  track() {
    return ANSWER.body;
  }
}
for (const decorate of [Get(':shipment_id/track'), NeedsScope('shipments:read')])
  decorate(
    ShipmentsController.prototype,
    'track',
    Object.getOwnPropertyDescriptor(ShipmentsController.prototype, 'track'),
  );
const method = Object.getOwnPropertyDescriptor(ShipmentsController.prototype, 'create');
for (const decorate of [Post(), HttpCode(200), NeedsScope('shipments:write'), RouteConfig({ exactNumbers: true })])
  decorate(ShipmentsController.prototype, 'create', method);
Caller()(ShipmentsController.prototype, 'create', 0);
ParsedRequest()(ShipmentsController.prototype, 'create', 1);
Res({ passthrough: true })(ShipmentsController.prototype, 'create', 2);
Controller('oe/aggtr/api/v1/shipments')(ShipmentsController);

class BaselineModule {}

runMain((environment) =>
  runService(
    {
      name: 'baseline',
      prepare: ({ settings }) => new Opener(settings.text('PRINCIPAL_PUBLIC_KEY'), 'shipment'),
      module: (_context, opener) => ({
        module: (Module({})(BaselineModule), BaselineModule),
        controllers: [ShipmentsController],
        providers: [
          { provide: APP_GUARD, useFactory: (reflector) => new PrincipalGuard(opener, reflector), inject: [Reflector] },
        ],
      }),
    },
    environment,
  ),
);
