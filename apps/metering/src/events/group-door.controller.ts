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
import { GroupCommit } from './group-commit.ts';
import type { Outcome } from './outcome.ts';
import { parseEvent } from './parse-event.ts';
import type { Submission } from './submission.ts';

/** Concurrent single events of many callers, as the gateway hands them over: keys are short because there are many. */
interface GroupBody {
  /** Seals of the callers; items name them by index. */
  principals: string[];
  /** p: caller, m: meter id, r: request id, b: the caller's body, untouched. */
  items: { p: number; m: string; r: string; b: string }[];
}

/** s: status, b: the body to answer, byte for byte, h: headers. */
interface GroupAnswer { s: number; b: string; h?: Record<string, string> }

/**
 * The gateway's door for single events (docs/decisions/0002): one internal call carries what arrived together. Each item
 * is opened, judged and answered as if it had come alone. Reached from inside only; the seal must be the gateway's own.
 */
@Controller('internal/v1/meter/events')
export class GroupDoorController {
  constructor(private readonly commit: GroupCommit, private readonly opener: Opener) {}

  @Post() @HttpCode(200) @RouteConfig({ rawBody: true })
  async take(@Caller() gateway: Principal, @Body() body: Buffer): Promise<{ items: GroupAnswer[] }> {
    if (gateway.keyId !== 'gateway') throw new Refusal(403, 'forbidden', 'This door is the gateway\'s.');
    const group = JSON.parse(body.toString('utf8')) as GroupBody;
    const callers = await Promise.all(group.principals.map((seal) => this.opener.open(seal).catch(asRefusal)));
    const read = group.items.map((item) => readItem(item, callers[item.p]));
    const submissions = read.filter((one): one is Submission => 'event' in one);
    const outcomes = await this.#accept(submissions);
    let next = 0;
    return { items: read.map((one, index) => answer('event' in one ? outcomes[next++] as Outcome : { refusal: one }, group.items[index]?.r ?? '')) };
  }

  /** A database that is away is each caller's 503, in the caller's dialect. */
  async #accept(submissions: Submission[]): Promise<Outcome[]> {
    if (submissions.length === 0) return [];
    try {
      return await this.commit.submit(submissions);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.status === 500) throw error;
      return submissions.map(() => ({ refusal }));
    }
  }
}

function readItem(item: GroupBody['items'][number], caller: Principal | Refusal | undefined): Submission | Refusal {
  try {
    if (caller === undefined || caller instanceof Refusal) return caller ?? new Refusal(401, 'unauthorized', 'This request carries no principal.');
    requireScope(caller, 'usage:write');
    if (Buffer.byteLength(item.b) > LIMITS.eventBytesMax) throw new Refusal(413, 'body_too_large', 'The body is larger than this operation takes.');
    return { owner: caller, meterId: item.m, event: parseEvent(parseStrict(item.b, { numbers: 'exact' })) };
  } catch (error) {
    return asRefusal(error);
  }
}

function answer(outcome: Outcome, requestId: string): GroupAnswer {
  if ('receipt' in outcome) return { s: 200, b: JSON.stringify(receiptAnswer(outcome)) };
  const { status, headers, body } = errorAnswer('payment', outcome.refusal, requestId);
  return { s: status, b: JSON.stringify(body), ...(Object.keys(headers).length === 0 ? {} : { h: headers }) };
}
