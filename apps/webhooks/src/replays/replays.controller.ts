import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { ListQuery } from '../endpoints/endpoint.schema.ts';
import { countReplay, createReplay } from './create-replay.ts';
import type { ReplayCount } from './create-replay.ts';
import { cancelReplay, getReplay, listReplays } from './find-replays.ts';
import type { ReplayView } from './replay.entity.ts';
import { ReplayLoop } from './replay-loop.ts';
import { CreateReplayBody } from './replay.schema.ts';

interface Reply { code(status: number): Reply }

/** Sends a stretch of time again: throttled, cancellable, and it survives a restart. */
@Controller('public/v1/webhook/endpoints/:id/replays')
export class ReplaysController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore, private readonly loop: ReplayLoop) {}

  @Post() @HttpCode(202) @NeedsScope('webhooks:write')
  async create(@Caller() caller: Principal, @Param('id') id: string, @Body() body: CreateReplayBody, @Res({ passthrough: true }) reply: Reply): Promise<PaymentSuccess<ReplayView | ReplayCount>> {
    if (body.dry_run === true) {
      reply.code(200);
      return paymentSuccess('Would be sent again', await countReplay(this.store, caller, id, body));
    }
    const replay = await createReplay(this.store, caller, id, body);
    this.loop.wake();
    return paymentSuccess('Replay started', replay);
  }

  @Get() @NeedsScope('webhooks:read')
  async list(@Caller() caller: Principal, @Param('id') id: string, @Query() query: ListQuery): Promise<PaymentSuccess<Page<ReplayView>>> {
    return paymentSuccess('Replays of this webhook endpoint', await listReplays(this.store, caller, id, query));
  }

  @Get(':replay') @NeedsScope('webhooks:read')
  async get(@Caller() caller: Principal, @Param('id') id: string, @Param('replay') replay: string): Promise<PaymentSuccess<ReplayView>> {
    return paymentSuccess('Replay', await getReplay(this.store, caller, id, replay));
  }

  @Post(':replay/cancel') @HttpCode(200) @NeedsScope('webhooks:write')
  async cancel(@Caller() caller: Principal, @Param('id') id: string, @Param('replay') replay: string): Promise<PaymentSuccess<ReplayView>> {
    return paymentSuccess('Replay cancelled', await cancelReplay(this.store, caller, id, replay));
  }
}
