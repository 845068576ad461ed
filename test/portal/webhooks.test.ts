import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithChromium } from '@qafila/testing/chromium';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { answers, startSink } from '../../apps/webhooks/test/sink.ts';
import type { Sink } from '../../apps/webhooks/test/sink.ts';
import { startPortalStage, VIEWS, visitorsOf } from './portal-stage.ts';
import type { Language, PortalStage, Visitor } from './portal-stage.ts';

const MINUTES = 60_000;
const ENDPOINTS = '/webhook/endpoints';
const NAMES: Record<Language, Record<'add' | 'test' | 'resend' | 'redrive' | 'replay' | 'show' | 'done', string>> = {
  en: {
    add: 'Add endpoint',
    test: 'Send test event',
    resend: 'Send again',
    redrive: 'Send all again',
    replay: 'Replay a period',
    show: 'Show',
    done: 'Done',
  },
  ar: {
    add: 'إضافة عنوان',
    test: 'إرسال حدث تجريبي',
    resend: 'إعادة الإرسال',
    redrive: 'إعادة إرسال الكل',
    replay: 'إعادة إرسال فترة',
    show: 'عرض',
    done: 'تم',
  },
};

describeWithChromium('webhooks in the portal', () => {
  let stage: PortalStage;
  let sink: Sink;
  const visit = visitorsOf(() => stage);
  beforeAll(async () => {
    sink = await startSink();
    stage = await startPortalStage();
  }, 5 * MINUTES);
  afterAll(async () => {
    await stage?.stop();
    await sink?.stop();
  }, 3 * MINUTES);

  const dialog = ({ page }: Visitor) => page.getByRole('dialog');
  const press = async (who: Visitor, name: string): Promise<void> =>
    who.page.locator('#content').getByRole('button', { name, exact: true }).first().click();
  const confirm = async (who: Visitor): Promise<void> => {
    await dialog(who).locator('button[type=submit]:enabled').click();
    await dialog(who).waitFor({ state: 'hidden' });
  };
  const create = async (path: string): Promise<Json> => {
    const endpoint = { url: `${sink.url}${path}`, event_types: ['*'] };
    return (await stage.platform.call('POST', `/public/v1${ENDPOINTS}`, endpoint)).body.data;
  };
  const deliveriesOf = async (id: string): Promise<Json[]> =>
    (await stage.read(`${ENDPOINTS}/${id}/deliveries`)).items as Json[];

  test.each(VIEWS)('in $language at $width: an endpoint is added and answers a test event', async (view) => {
    const names = NAMES[view.language];
    const path = `/added-${view.language}-${view.width}`;
    sink.behave(path, answers(500));
    const who = await visit(view);
    await who.open('/webhooks');
    await who.signIn();
    await press(who, names.add);
    await dialog(who).locator('input[type=url]').fill(`${sink.url}${path}`);
    await who.look('webhook-add');
    await dialog(who).locator('input[type=checkbox]').first().uncheck();
    await dialog(who).locator('input[type=checkbox]:not(:disabled)').nth(1).check();
    await who.look('webhook-events');
    await confirm(who);
    await who.page.waitForURL(/\/webhooks\/ep_/);
    await press(who, names.test);
    await confirm(who);
    await eventually(async () => sink.at(path).length > 0);
    await who.page.reload();
    await who.page.locator('main a[href*="/deliveries/"]').first().click();
    await who.page.locator('main ol').getByText('answered 500').first().waitFor();
    await who.look('webhook-delivery');
    sink.behave(path, answers(200));
    await press(who, names.resend);
    await confirm(who);
    await who.page.locator('main ol li[data-tone=success]').first().waitFor();
    expect(new Set(sink.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await who.page.goBack();
    await who.page.locator('main a[href*="/deliveries/"]').first().waitFor();
    await who.look('webhook-endpoint');
    await who.open('/webhooks');
    await who.page.locator('main a[href*="/webhooks/ep_"]').first().waitFor();
    await who.look('webhooks');
  });

  test.each(VIEWS)('in $language at $width: dead letters are sent again, and a day is replayed', async (view) => {
    const names = NAMES[view.language];
    const path = `/dead-${view.language}-${view.width}`;
    const { id } = await create(path);
    // Pausing keeps the events; disabling would need five days.
    sink.behave(path, answers(410));
    await stage.pay(`hook-${view.language}-${view.width}`);
    await eventually(async () => (await stage.read(`${ENDPOINTS}/${id}`)).status === 'disabled');
    await eventually(async () => (await deliveriesOf(id as string)).some(({ status }) => status === 'dead'));
    sink.behave(path, answers(200));
    const who = await visit(view);
    await who.open(`/webhooks/${id}`);
    await who.signIn();
    await who.page.locator('main nav a[aria-current=page]').waitFor();
    await who.look('webhook-stopped');
    await who.page.locator('#content header button').first().click();
    await confirm(who);
    await who.open(`/webhooks/${id}?tab=dead-letters`);
    await press(who, names.redrive);
    await dialog(who).locator('button[type=submit]:enabled').waitFor();
    await who.look('webhook-redrive');
    await confirm(who);
    await eventually(async () => (await deliveriesOf(id as string)).every(({ status }) => status === 'delivered'));
    const sent = sink.at(path).length;
    await who.open(`/webhooks/${id}?tab=replays`);
    await press(who, names.replay);
    const [from, to] = [dayOf(-1), dayOf(1)];
    await dialog(who).locator('input[type=date]').first().fill(from);
    await dialog(who).locator('input[type=date]').nth(1).fill(to);
    await dialog(who).locator('button[type=submit]:enabled').waitFor();
    await who.look('webhook-replay');
    await confirm(who);
    await eventually(async () => sink.at(path).length > sent);
    await who.page.locator('main table tbody tr, main ul li').first().waitFor();
    await who.look('webhook-replays');
  });

  test('the signing secret is shown, and replaced at once when it has leaked', async () => {
    const { id } = await create('/secret');
    const secretOf = async (): Promise<Json> => stage.read(`${ENDPOINTS}/${id}/secret`);
    const { secret } = await secretOf();
    const who = await visit(VIEWS[0]);
    await who.open(`/webhooks/${id}`);
    await who.signIn();
    await press(who, NAMES.en.show);
    await dialog(who)
      .getByText(secret as string)
      .waitFor();
    await who.look('webhook-secret');
    await dialog(who).getByRole('button', { name: NAMES.en.done }).click();
    await press(who, 'Replace the signing secret');
    await dialog(who).locator('input[type=checkbox]').check();
    await dialog(who).locator('button[type=submit]').click();
    await dialog(who).getByRole('button', { name: NAMES.en.done }).click();
    const after = await secretOf();
    expect(after['secret']).not.toBe(secret);
    expect(after['previous']).toEqual([]);
  });
});

/** As a field of days has it. */
function dayOf(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
