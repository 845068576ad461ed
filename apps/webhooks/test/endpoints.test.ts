import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Answer, Json, WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600' });
});
afterAll(() => webhooks.stop());

const create = (body: Json): Promise<Answer> =>
  webhooks.call('POST', ENDPOINTS, { url: `${webhooks.sink.url}/x`, event_types: ['*'], ...body });

describe('what an endpoint may be', () => {
  test.each([
    ['a text that is no URL', { url: 'shop' }, 'url', /URL/],
    ['another scheme', { url: 'ftp://shop.example/x' }, 'url', /https?/],
    ['credentials in the URL', { url: 'https://user:password@shop.example/x' }, 'url', /password|credential/i],
    ['a private address', { url: 'http://10.0.0.1/x' }, 'url', /address|private/i],
    ['the metadata service', { url: 'http://169.254.169.254/latest' }, 'url', /address/i],
    ['a URL that is too long', { url: `https://shop.example/${'x'.repeat(2_100)}` }, 'url', /2048|long/],
    ['an event type with a typing error', { event_types: ['meter.creatd'] }, 'event_types.0', /matches no event/],
    ['a family of nothing', { event_types: ['*', 'meters.*'] }, 'event_types.1', /matches no event/],
    ['no event type', { event_types: [] }, 'event_types', /event_types/],
    [
      'a header that the delivery sets',
      { headers: { 'Webhook-Id': 'x' } },
      'headers.Webhook-Id',
      /set by the delivery/,
    ],
    ['the host header', { headers: { Host: 'x' } }, 'headers.Host', /set by the delivery/],
    ['a header with a line break', { headers: { 'X-A': 'a\r\nb: c' } }, 'headers.X-A', /visible ASCII/],
    ['a header that is no text', { headers: { 'X-A': 1 } }, 'headers.X-A', /text/],
    ['a name that is no header', { headers: { 'X A': 'a' } }, 'headers.X A', /not a header name/],
    ['one header twice', { headers: { 'X-A': 'a', 'x-a': 'b' } }, 'headers.x-a', /twice/],
    [
      'more headers than allowed',
      { headers: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`x-${at}`, 'a'])) },
      'headers',
      /20/,
    ],
    ['a secret in another form', { secret: 'secret' }, 'secret', /whsec_/],
    ['a short secret', { secret: `whsec_${Buffer.alloc(8).toString('base64')}` }, 'secret', /24/],
    ['an unknown field', { urls: [] }, 'urls', /not a field/],
    ['an ordering that is none', { ordering: 'strict' }, 'ordering', /ordering/],
    ['a rate of zero', { rate_limit_per_second: 0 }, 'rate_limit_per_second', /rate_limit_per_second/],
  ])('%s is refused, and the rule named', async (_name, body, param, message) => {
    const { status, body: answer } = await create(body);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ success: false, error: { param, message: expect.stringMatching(message) } });
  });

  test.each([
    [{ event_types: 'meter.*' }, 'event_types', 'event_types must be an array of 1 to 100 items, each "*", a name'],
    [{ event_types: ['meter.creatd'] }, 'event_types.0', '(did you mean "meter.created"?)'],
    [{ event_types: ['meters'] }, 'event_types.0', '(did you mean "meter.*"?)'],
    [{ event_types: ['shipment.status.change'] }, 'event_types.0', '(did you mean "shipment.status.changed"?)'],
    [{ event_types: ['PAYMENT_INTENT_NOTIFCATION'] }, 'event_types.0', '"PAYMENT_INTENT_NOTIFICATION"?)'],
    [{ eventTypes: ['*'] }, 'eventTypes', 'did you mean event_types?'],
    [{ rateLimitPerSecond: 5 }, 'rateLimitPerSecond', 'did you mean rate_limit_per_second?'],
    [{ header: {} }, 'header', 'did you mean headers?'],
  ])('%j is refused with what was probably meant', async (body, param, message) => {
    const { status, body: answer } = await create(body);
    expect({ status, param: answer.error.param }).toEqual({ status: 400, param });
    expect(answer.error.message).toContain(message);
  });

  test('an event type that resembles none gets no suggestion', async () => {
    const { body } = await create({ event_types: ['invoice.paid'] });
    expect(body.error.message).toBe(
      'event_types.0 "invoice.paid" matches no event: send "*", a name from GET /public/v1/webhook/event-types, ' +
        'or a family such as "meter.*".',
    );
  });

  test('everything that is wrong is listed at once', async () => {
    const { status, body } = await webhooks.call('POST', ENDPOINTS, {
      url: 'https://user@shop.example/#x',
      event_types: ['*', 'metre.created'],
      headers: { Host: 'x', 'X-A': 1 },
      secret: 'whsec_x',
      concurrency: 4,
    });
    expect(status).toBe(400);
    expect(body.error.details.map(({ field, code }: Json) => [field, code])).toEqual([
      ['concurrency', 'unknown_field'],
      ['headers.Host', 'validation_error'],
      ['headers.X-A', 'validation_error'],
      ['url', 'validation_error'],
      ['event_types.1', 'validation_error'],
      ['secret', 'validation_error'],
    ]);
    expect(JSON.stringify(body)).not.toContain('whsec_x');
  });

  test.each([
    ['GET', '?statuss=x', undefined],
    ['PATCH', '', { status: 'disabled' }],
    ['PATCH', '', { eventTypes: ['*'] }],
    ['PATCH', '', {}],
    ['POST', '/pause', { until: 'tomorrow' }],
    ['POST', '/resume?now=true', undefined],
    ['GET', '/deliveries?statuss=dead', undefined],
    ['POST', '/deliveries/1/resend', { now: true }],
    ['GET', '/events?afer=3', undefined],
    ['GET', '/dead-letters?status=dead', undefined],
    ['POST', '/dead-letters/redrive', { eventTypes: ['*'] }],
    ['POST', '/replays', { from: '2026-11-01', to: '2026-11-02', rate: 4 }],
    ['GET', '/replays?status=running', undefined],
    ['POST', '/secret/rotate', { kind: 'ed25519', secret: `whsec_${'A'.repeat(43)}=` }],
    ['POST', '/test', { type: 'meter.created' }],
  ])('%s …%s with %j is refused', async (method, path, body) => {
    const { id } = await webhooks.endpoint('/strict');
    const answer = await webhooks.call(method, `${ENDPOINTS}/${id}${path}`, body);
    expect({ status: answer.status, details: answer.body.error.details.length }).toEqual({ status: 400, details: 1 });
    await webhooks.call('DELETE', `${ENDPOINTS}/${id}`);
  });

  test('what was refused left nothing behind', async () => {
    await create({ url: 'ftp://shop.example/x' });
    const { body } = await webhooks.call('GET', ENDPOINTS);
    expect(body.data.items).toEqual([]);
  });
});

describe('the life of an endpoint', () => {
  test('it is created, shown without its secret, changed and deleted', async () => {
    const {
      status,
      body: { data: made },
    } = await create({
      description: 'orders',
      headers: { Authorization: 'Bearer t0ken' },
      ordering: 'key',
      rate_limit_per_second: 50,
      ed25519: true,
    });
    expect(status).toBe(201);
    expect(made).toMatchObject({
      status: 'enabled',
      ordering: 'key',
      header_names: ['authorization'],
      secret: expect.stringMatching(/^whsec_/),
      public_key: expect.stringMatching(/^whpk_/),
    });
    const shown = await webhooks.call('GET', `${ENDPOINTS}/${made.id}`);
    expect(JSON.stringify(shown.body)).not.toMatch(/whsec_|t0ken/);
    expect(shown.body.data).toMatchObject({ id: made.id, last_sequence: 0, pending: 0, dead: 0, failing_since: null });
    const changed = await webhooks.call('PATCH', `${ENDPOINTS}/${made.id}`, {
      event_types: ['meter.*'],
      headers: {},
      rate_limit_per_second: null,
    });
    expect(changed.body.data).toMatchObject({
      event_types: ['meter.*'],
      header_names: [],
      rate_limit_per_second: null,
      description: 'orders',
    });
    expect((await webhooks.call('PATCH', `${ENDPOINTS}/${made.id}`, {})).status).toBe(400);
    expect((await webhooks.call('DELETE', `${ENDPOINTS}/${made.id}`)).status).toBe(200);
    expect((await webhooks.call('GET', `${ENDPOINTS}/${made.id}`)).status).toBe(404);
    expect((await webhooks.call('DELETE', `${ENDPOINTS}/${made.id}`)).status).toBe(404);
  });

  test('a list goes page by page, and holds each once', async () => {
    const ids = new Set<string>();
    for (let made = 0; made < 5; made++) ids.add((await webhooks.endpoint(`/page-${made}`)).id as string);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Answer = await webhooks.call(
        'GET',
        `${ENDPOINTS}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...body.data.items.map((endpoint: Json) => endpoint.id as string));
      cursor = body.data.next_cursor as string | null;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect([...ids].every((id) => seen.includes(id))).toBe(true);
    for (const id of ids) await webhooks.call('DELETE', `${ENDPOINTS}/${id}`);
  });

  test('custom headers arrive', async () => {
    const { id } = await webhooks.endpoint('/headers', { headers: { Authorization: 'Bearer t0ken' } });
    await webhooks.publish({});
    const request = await eventually(() => webhooks.sink.at('/headers')[0] ?? null);
    expect(request.headers.authorization).toBe('Bearer t0ken');
    await webhooks.call('DELETE', `${ENDPOINTS}/${id}`);
  });

  test('only what it asked for arrives', async () => {
    const { id } = await webhooks.endpoint('/plans', { event_types: ['plan.*'] });
    const [, plan] = await webhooks.publish({}, { type: 'plan.created', subject: 'pro', data: { id: 'pro' } });
    await eventually(() => webhooks.sink.at('/plans').length === 1);
    expect(webhooks.sink.at('/plans')[0]?.headers['webhook-id']).toBe(plan);
    await webhooks.call('DELETE', `${ENDPOINTS}/${id}`);
  });
});

describe('pause and resume', () => {
  test('a paused endpoint gets nothing; resumed, everything, in its order', async () => {
    const { id } = await webhooks.endpoint('/paused', { concurrency_max: 1 });
    await webhooks.endpoint('/beside');
    expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`)).body.data.status).toBe('paused');
    const publishedIds = await webhooks.publish(...Array.from({ length: 20 }, () => ({})));
    await eventually(() => webhooks.sink.at('/beside').length === 20);
    expect(webhooks.sink.at('/paused')).toEqual([]);
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data).toMatchObject({
      status: 'paused',
      last_sequence: 20,
      pending: 20,
    });
    expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`)).body.data.status).toBe('enabled');
    await eventually(() => webhooks.sink.at('/paused').length === 20);
    expect(webhooks.sink.at('/paused').map((request) => request.headers['webhook-id'])).toEqual(publishedIds);
    await eventually(async () =>
      expect((await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data).toMatchObject({ pending: 0, dead: 0 }),
    );
  });

  test('a new URL takes what waits for the old one', async () => {
    webhooks.sink.behave('/old', answers(500));
    const { id } = await webhooks.endpoint('/old');
    const publishedIds = await webhooks.publish({}, {}, {});
    // Until its failure is recorded, a delivery is under way and is not sent again.
    await eventually(async () => {
      const retries = 'SELECT 1 FROM retry JOIN endpoint USING (endpoint_no) WHERE id = $1';
      return (await webhooks.pool.query(retries, [id])).rowCount === 3;
    });
    await webhooks.call('PATCH', `${ENDPOINTS}/${id}`, { url: `${webhooks.sink.url}/new` });
    // The next attempt of the schedule is an hour away; asked for, it goes to the new URL.
    for (const sequence of [1, 2, 3])
      expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/deliveries/${sequence}/resend`)).status).toBe(202);
    await eventually(() => webhooks.sink.at('/new').length === 3);
    expect(new Set(webhooks.sink.at('/new').map((request) => request.headers['webhook-id']))).toEqual(
      new Set(publishedIds),
    );
    expect(webhooks.sink.at('/old').length).toBe(3);
  });
});

describe('deleting', () => {
  test('nothing is sent any more, and nothing is left that waits', async () => {
    webhooks.sink.behave('/gone', answers(500));
    const { id } = await webhooks.endpoint('/gone');
    await webhooks.publish({}, {});
    await eventually(() => webhooks.sink.at('/gone').length === 2);
    const {
      rows: [row],
    } = await webhooks.pool.query<{ endpoint_no: string }>('SELECT endpoint_no FROM endpoint WHERE id = $1', [id]);
    await eventually(
      async () =>
        (await webhooks.pool.query('SELECT 1 FROM retry WHERE endpoint_no = $1', [row?.endpoint_no])).rowCount === 2,
    );
    expect((await webhooks.call('DELETE', `${ENDPOINTS}/${id}`)).status).toBe(200);
    await webhooks.another();
    await eventually(
      async () =>
        (await webhooks.pool.query('SELECT 1 FROM retry WHERE endpoint_no = $1', [row?.endpoint_no])).rowCount === 0,
    );
    await webhooks.endpoint('/after-gone');
    await webhooks.publish({});
    await eventually(() => webhooks.sink.at('/after-gone').length === 1);
    expect(webhooks.sink.at('/gone').length).toBe(2);
  });

  test('an attempt that fails after its endpoint was deleted delays no other endpoint', async () => {
    let fail = (): void => {};
    webhooks.sink.behave('/slow', (request, response) => {
      fail = () => answers(500)(request, response);
    });
    const { id } = await webhooks.endpoint('/slow');
    await webhooks.endpoint('/neighbour');
    await webhooks.publish({});
    await eventually(() => webhooks.sink.at('/slow').length === 1 && webhooks.sink.at('/neighbour').length === 1);
    await webhooks.call('DELETE', `${ENDPOINTS}/${id}`);
    fail();
    await eventually(
      async () =>
        (
          await webhooks.pool.query(
            `
              SELECT 1 FROM attempt WHERE error = 'answered 500' AND endpoint_no NOT IN (SELECT endpoint_no
                FROM endpoint)`,
          )
        ).rowCount !== 0,
    );
    const [event] = await webhooks.publish({});
    await eventually(
      async () =>
        (
          await webhooks.pool.query(
            `
              SELECT 1 FROM attempt JOIN delivery USING (endpoint_no, sequence, day)
                WHERE event_id = $1 AND outcome = 'delivered'`,
            [event],
          )
        ).rowCount !== 0,
    );
  });
});

describe('whose it is', () => {
  test('another store, another mode and an unknown id get the same 404', async () => {
    const { id } = await webhooks.endpoint('/foreign');
    await webhooks.publish({});
    await eventually(() => webhooks.sink.at('/foreign').length === 1);
    const strangers = [
      { ...webhooks.owner, storeId: 'str_other' },
      { ...webhooks.owner, accountId: 'acc_other' },
      { ...webhooks.owner, mode: 'live' as const },
    ];
    const paths: [string, string, Json?][] = [
      ['GET', ''],
      ['PATCH', '', { description: 'x' }],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['GET', '/secret'],
      ['POST', '/secret/rotate', {}],
      ['GET', '/deliveries'],
      ['GET', '/deliveries/1'],
      ['POST', '/deliveries/1/resend'],
      ['GET', '/events'],
      ['GET', '/dead-letters'],
      ['POST', '/dead-letters/redrive', {}],
      ['POST', '/replays', { from: '2026-01-01', to: '2027-01-01' }],
      ['GET', '/replays'],
      ['GET', '/replays/rp_1'],
      ['POST', '/replays/rp_1/cancel'],
      ['POST', '/test', {}],
    ];
    for (const [method, path, body] of paths) {
      const unknown = await webhooks.call(method, `${ENDPOINTS}/ep_unknown${path}`, body);
      expect({ path, status: unknown.status }).toEqual({ path, status: 404 });
      for (const stranger of strangers) {
        const foreign = await webhooks.call(method, `${ENDPOINTS}/${id}${path}`, body, stranger);
        expect({ path, status: foreign.status, message: foreign.body.message.replace(id, 'ep_unknown') }).toEqual({
          path,
          status: 404,
          message: unknown.body.message,
        });
      }
    }
  });

  test('reading needs webhooks:read, and changing webhooks:write', async () => {
    const { id } = await webhooks.endpoint('/scopes');
    const reader = { ...webhooks.owner, scopes: ['webhooks:read' as const] };
    const writer = { ...webhooks.owner, scopes: ['webhooks:write' as const] };
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}`, undefined, reader)).status).toBe(200);
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}`, undefined, writer)).status).toBe(403);
    for (const [path, body] of [
      ['/pause'],
      ['/deliveries/1/resend'],
      ['/dead-letters/redrive', {}],
      ['/replays', { from: '2026-01-01', to: '2027-01-01' }],
      ['/test', {}],
      ['/secret/rotate', {}],
    ] as [string, Json?][]) {
      expect({ path, status: (await webhooks.call('POST', `${ENDPOINTS}/${id}${path}`, body, reader)).status }).toEqual(
        { path, status: 403 },
      );
    }
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/secret`, undefined, reader)).status).toBe(403);
  });
});
