import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { ListQuery, PageOf } from '@qafila/schema/page-fields';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { countReplay, createReplay } from './create-replay.ts';
import { cancelReplay, getReplay, listReplays } from './find-replays.ts';
import { ReplayLoop } from './replay-loop.ts';
import { CreateWebhookReplayBody, WebhookReplayAnswer, WebhookReplayCountAnswer } from './replay.schema.ts';

interface Reply {
  code(status: number): Reply;
}

const TAG = 'Webhook replays';

/** Sends the events of a period again. A replay is throttled, can be cancelled, and survives a restart. */
@Controller('public/v1/webhook/endpoints/:id/replays')
export class ReplaysController {
  constructor(
    @Inject(ENDPOINT_STORE) private readonly store: EndpointStore,
    private readonly loop: ReplayLoop,
  ) {}

  @Post()
  @Operation({
    id: 'createWebhookReplay',
    tag: TAG,
    summary: 'Replay a range of time',
    description:
      'Sends the events of a range of time to this endpoint again, under their ids. Events that arrive later are not ' +
      'part of it. A replay keeps its rate, waits while the endpoint is paused, and survives restarts. At most five ' +
      'run for one endpoint. With `dry_run: true` it only counts.',
    scope: 'webhooks:write',
    answers: {
      200: { description: 'With `dry_run`: how many deliveries match.', data: WebhookReplayCountAnswer },
      202: { description: 'The replay is running.', data: WebhookReplayAnswer },
    },
    errors: ['endpoint_disabled', 'too_many_replays'],
    bodyExamples: {
      'What an endpoint missed before it existed': { from: '2026-11-01', to: '2026-11-08', status: 'missing' },
    },
  })
  async create(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: CreateWebhookReplayBody,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<PaymentSuccess<WebhookReplayAnswer | WebhookReplayCountAnswer>> {
    if (body.dry_run === true)
      return paymentSuccess('Would be sent again', await countReplay(this.store, caller, id, body));
    const replay = await createReplay(this.store, caller, id, body);
    this.loop.wake();
    reply.code(202);
    return paymentSuccess('Replay started', replay);
  }

  @Get()
  @Operation({
    id: 'listWebhookReplays',
    tag: TAG,
    summary: 'List replays',
    description: 'The replays of the endpoint, the newest first.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'One page of replays.', data: PageOf(WebhookReplayAnswer) } },
  })
  async list(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<PaymentSuccess<Page<WebhookReplayAnswer>>> {
    return paymentSuccess('Replays of this webhook endpoint', await listReplays(this.store, caller, id, query));
  }

  @Get(':replay')
  @Operation({
    id: 'getWebhookReplay',
    tag: TAG,
    summary: 'Read a replay',
    description: 'One replay with its progress.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'The replay.', data: WebhookReplayAnswer } },
  })
  async get(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('replay') replay: string,
  ): Promise<PaymentSuccess<WebhookReplayAnswer>> {
    return paymentSuccess('Replay', await getReplay(this.store, caller, id, replay));
  }

  @Post(':replay/cancel')
  @Operation({
    id: 'cancelWebhookReplay',
    tag: TAG,
    summary: 'Cancel a replay',
    description: 'No further deliveries are queued; those that are queued already are sent.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'The cancelled replay.', data: WebhookReplayAnswer } },
    errors: ['replay_completed'],
  })
  async cancel(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('replay') replay: string,
  ): Promise<PaymentSuccess<WebhookReplayAnswer>> {
    return paymentSuccess('Replay cancelled', await cancelReplay(this.store, caller, id, replay));
  }
}
