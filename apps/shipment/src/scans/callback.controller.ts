import { Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { OpenToAll } from '@qafila/auth/guard';
import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import type { CallbackResult, Handshake, ReceivedCall, ReportedScan } from '../couriers/courier.ts';
import { ACCOUNTS, COURIER } from '../limits.ts';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { ShipmentEmptyAnswer } from '../shipments/shipment.schema.ts';
import { groupOf } from './group-of.ts';
import { pollAtOnce } from './poll-scans.ts';
import { recordScans } from './record-scans.ts';

interface RawRequest {
  body: Buffer | undefined;
  headers: Record<string, string | string[] | undefined>;
}
interface Reply {
  status(code: number): Reply;
  headers(values: Record<string, string>): Reply;
  send(body: unknown): unknown;
}

const TAG = 'Callbacks of couriers';
const ERRORS = ['validation_error', 'malformed_json', 'signature_mismatch', 'body_too_large'] as const;
const RECEIVED = { 200: { description: 'The scans are recorded.', data: ShipmentEmptyAnswer } };

/** Couriers send scans here. The call alone authenticates itself. Calls may repeat and come in any order. */
@OpenToAll()
@Controller('oe/aggtr/api/v1/couriers')
export class CallbackController {
  constructor(@Inject(SHIPMENT_DEPENDENCIES) private readonly dependencies: ShipmentDependencies) {}

  @Post(':courier_id/webhook')
  @RouteConfig({ rawBody: true })
  @Operation({
    id: 'reportScans',
    tag: TAG,
    summary: 'Report scans, as a courier',
    description:
      "Couriers call this, merchants do not. The body is JSON in the courier's own format, and its signature alone " +
      'authenticates the call. Calls may repeat and come in any order: each scan counts once. Waybills that are not ' +
      'known are skipped; when none is, 404 makes the courier call again: a call can overtake the answer to our ' +
      'booking.',
    answers: RECEIVED,
    errors: [...ERRORS, 'SHIPMENT_NOT_FOUND'],
    notFound: 'COURIER_NOT_FOUND',
  })
  async hear(@Param('courier_id') id: string, @Req() { body, headers }: RawRequest): Promise<Record<string, unknown>> {
    const courier = this.dependencies.couriers.shared(id);
    if (courier === undefined)
      throw new Refusal(404, 'COURIER_NOT_FOUND', `There is no courier ${JSON.stringify(id)} here.`);
    const result = courier.readCallback({ method: 'POST', headers, query: {}, body: bytesOf(body) });
    if (result.kind === 'scans') await this.#record({ courier: id }, result.scans);
    return shipmentSuccess(200, 'Received', {});
  }

  @Post(':courier_id/webhook/:courier_account_id')
  @RouteConfig({ rawBody: true })
  @Operation({
    id: 'reportScansOfAccount',
    tag: TAG,
    summary: 'Report scans of an account, as a courier',
    description:
      "The courier of a company's own account calls this address, the `webhook_url` of the account. Its secret, and " +
      "the courier's signature where it signs, authenticate the call. Waybills that are not the company's are skipped.",
    answers: RECEIVED,
    errors: [...ERRORS, 'SHIPMENT_NOT_FOUND'],
    notFound: 'COURIER_NOT_FOUND',
  })
  async hearAccount(
    @Param('courier_account_id') id: string,
    @Req() { body, headers }: RawRequest,
    @Query() query: Record<string, string>,
    @Res() reply: Reply,
  ): Promise<void> {
    await this.#answer(reply, id, { method: 'POST', headers, query, body: bytesOf(body) });
  }

  @Get(':courier_id/webhook/:courier_account_id')
  @Operation({
    id: 'verifyCallbackOfAccount',
    tag: TAG,
    summary: 'Answer the check of a callback address, as a courier',
    description: 'Some couriers check the address by a GET before they call it. Merchants never do.',
    answers: RECEIVED,
    errors: ['validation_error', 'signature_mismatch'],
    notFound: 'COURIER_NOT_FOUND',
  })
  async verify(
    @Param('courier_account_id') id: string,
    @Req() { headers }: RawRequest,
    @Query() query: Record<string, string>,
    @Res() reply: Reply,
  ): Promise<void> {
    await this.#answer(reply, id, { method: 'GET', headers, query, body: Buffer.alloc(0) });
  }

  async #answer(reply: Reply, id: string, call: ReceivedCall): Promise<void> {
    const result = await this.#hearAccount(id, call);
    if (result.kind === 'handshake') answerHandshake(reply, result);
    else reply.status(200).send(shipmentSuccess(200, 'Received', {}));
  }

  async #hearAccount(id: string, call: ReceivedCall): Promise<CallbackResult> {
    const secret = typeof call.query.secret === 'string' ? call.query.secret : '';
    const found = await this.dependencies.accounts.ofCallback(id, secret);
    // One answer for a wrong secret and an unknown account: a stranger learns nothing from it.
    if (found === undefined)
      throw new Refusal(401, 'SIGNATURE_MISMATCH', 'This is not the address of an account, or its secret is wrong.');
    const result = found.courier.readCallback(call);
    const of = { courier: found.row.courier, accountId: found.row.account_id };
    if (result.kind === 'scans') await this.#record(of, result.scans);
    if (result.kind === 'hint') await pollAtOnce(this.dependencies, of, result.awbs);
    return result;
  }

  /** A waybill that is not ours is skipped; when none is ours, the call may have overtaken the courier's answer. */
  async #record(of: { courier: string; accountId?: string }, scans: readonly ReportedScan[]): Promise<void> {
    const known = await Promise.all(
      [...groupOf(scans, ({ awb }) => awb)].map(([awb, ofWaybill]) =>
        recordScans(this.dependencies, { ...of, awb, source: 'webhook' }, ofWaybill),
      ),
    );
    if (known.length > 0 && !known.includes(true))
      throw new Refusal(404, 'SHIPMENT_NOT_FOUND', 'There is no shipment of this waybill here yet. Call again.');
  }
}

function bytesOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length > COURIER.callbackBytesMax)
    throw invalid('body', 'A callback has a JSON body.');
  return body;
}

/** What a courier sends is returned as plain text, so that a browser that is led here runs nothing. */
function answerHandshake(reply: Reply, { status, contentType, body }: Handshake): void {
  reply
    .status(status)
    .headers({ 'content-type': contentType, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    .send(body.slice(0, ACCOUNTS.handshakeCharactersMax));
}
