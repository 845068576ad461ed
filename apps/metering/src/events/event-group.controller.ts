import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, requireScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { Opener } from '@qafila/auth/seal';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { errorAnswer } from '@qafila/envelopes/dialect.filter';
import { Refusal } from '@qafila/envelopes/refusal';
import { parseStrict } from '@qafila/json/strict-json';
import { LIMITS } from '../limits.ts';
import { receiptAnswer } from './events.controller.ts';
import { AcceptQueue } from './accept-queue.ts';
import type { IngestResult } from './ingest-result.ts';
import { readEvent } from './read-event.ts';
import type { Submission } from './submission.ts';

/**
 * Concurrent single events of many callers, in one call of the gateway. The keys are short because the items are many.
 */
interface GroupBody {
  /** Seals of the callers; an item refers to one by its index. */
  principals: string[];
  /** p: index of the caller, m: meter id, r: request id, b: the caller's body, unchanged. */
  items: { p: number; m: string; r: string; b: string }[];
}

/** s: status, b: the exact body of the answer, h: headers. */
interface GroupAnswer {
  s: number;
  b: string;
  h?: Record<string, string>;
}

/**
 * Single events from the gateway (docs/decisions/0002): one internal call carries the requests that arrived together.
 * Each item is unsealed, judged and answered as a single request would be. The route is internal and accepts only the
 * gateway's own seal.
 */
@Controller('internal/v1/meter/events')
export class EventGroupController {
  constructor(
    private readonly queue: AcceptQueue,
    private readonly opener: Opener,
  ) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ rawBody: true })
  async accept(@Caller() gateway: Principal, @Body() body: Buffer): Promise<{ items: GroupAnswer[] }> {
    if (gateway.keyId !== 'gateway') throw new Refusal(403, 'forbidden', 'Only the gateway may call this.');
    const group = JSON.parse(body.toString('utf8')) as GroupBody;
    const callers = await Promise.all(group.principals.map((seal) => this.opener.open(seal).catch(asRefusal)));
    const items = group.items.map((item) => readItem(item, callers[item.p]));
    const submissions = items.filter((item): item is Submission => 'event' in item);
    const results = await this.#submit(submissions);
    let next = 0;
    return {
      items: items.map((item, index) =>
        answer('event' in item ? (results[next++] as IngestResult) : { refusal: item }, group.items[index]?.r ?? ''),
      ),
    };
  }

  /** The events of each account enter the queue on their own, so the accounts take turns there. */
  async #submit(submissions: Submission[]): Promise<IngestResult[]> {
    const results = new Array<IngestResult>(submissions.length);
    const placesByAccount = new Map<string, number[]>();
    for (const [place, { owner }] of submissions.entries()) {
      const places = placesByAccount.get(owner.accountId);
      if (places === undefined) placesByAccount.set(owner.accountId, [place]);
      else places.push(place);
    }
    await Promise.all(
      [...placesByAccount.values()].map(async (places) => {
        const own = await this.#submitOne(places.map((place) => submissions[place] as Submission));
        for (const [index, place] of places.entries()) results[place] = own[index] as IngestResult;
      }),
    );
    return results;
  }

  /** When the database is away, each caller gets a 503 in the caller's dialect. */
  async #submitOne(submissions: Submission[]): Promise<IngestResult[]> {
    try {
      return await this.queue.submit(submissions);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.status === 500) throw error;
      return submissions.map(() => ({ refusal }));
    }
  }
}

function readItem(item: GroupBody['items'][number], caller: Principal | Refusal | undefined): Submission | Refusal {
  try {
    if (caller === undefined || caller instanceof Refusal)
      return caller ?? new Refusal(401, 'unauthorized', 'This request carries no principal.');
    requireScope(caller, 'usage:write');
    if (Buffer.byteLength(item.b) > LIMITS.eventBytesMax)
      throw new Refusal(413, 'body_too_large', 'The body is larger than this operation takes.');
    return { owner: caller, meterId: item.m, event: readEvent(parseStrict(item.b, { numbers: 'exact' })) };
  } catch (error) {
    return asRefusal(error);
  }
}

function answer(result: IngestResult, requestId: string): GroupAnswer {
  if ('receipt' in result) return { s: 200, b: JSON.stringify(receiptAnswer(result)) };
  const { status, headers, body } = errorAnswer('payment', result.refusal, requestId);
  return { s: status, b: JSON.stringify(body), ...(Object.keys(headers).length === 0 ? {} : { h: headers }) };
}
