import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { Operation } from '@qafila/schema/operation';
import { SHIPMENT_DEPENDENCIES } from '../shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { NOTICE_SENDERS } from './channels.ts';
import type { NoticeSenders } from './channels.ts';
import { changeNoticeSettings, listNotices, noticeSettings } from './notice-settings.ts';
import { ChangeNoticesBody, NoticesAnswer, NoticeSettingsAnswer } from './notices.schema.ts';

const TAG = 'Notices';

/** Which messages receivers get, and what became of them. */
@Controller('oe/aggtr/api/v1')
export class NoticesController {
  constructor(
    @Inject(SHIPMENT_DEPENDENCIES) private readonly deps: ShipmentDependencies,
    @Inject(NOTICE_SENDERS) private readonly senders: NoticeSenders,
  ) {}

  @Get('notices/settings')
  @Operation({
    id: 'getNoticeSettings',
    tag: TAG,
    summary: 'Read which messages receivers get',
    description: 'Of the company, in this mode. Nothing is sent until you turn it on.',
    scope: 'shipments:read',
    answers: { 200: { description: 'The settings.', data: NoticeSettingsAnswer } },
  })
  async settings(@Caller() caller: Principal): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Notice settings', await noticeSettings(this.deps.pool, this.senders, caller));
  }

  @Put('notices/settings')
  @Operation({
    id: 'updateNoticeSettings',
    tag: TAG,
    summary: 'Change which messages receivers get',
    description:
      'Replaces all settings. Messages that wait follow them too: what you turn off is not sent. Make sure that your ' +
      'customers have agreed to a channel.',
    scope: 'shipments:write',
    exactNumbers: true,
    errors: ['NOTICE_CHANNEL_MISSING'],
    answers: { 200: { description: 'The changed settings.', data: NoticeSettingsAnswer } },
    bodyExamples: {
      'Two kinds by mail': {
        mail: ['out_for_delivery', 'delivered'],
        language: 'ar',
        quietHours: { from: '21:00', to: '09:00', timeZone: 'Asia/Riyadh' },
      },
    },
  })
  async change(@Caller() caller: Principal, @Body() body: ChangeNoticesBody): Promise<Record<string, unknown>> {
    await changeNoticeSettings(this.deps, this.senders, { owner: caller, body });
    return this.settings(caller);
  }

  @Get('shipments/:shipment_id/notices')
  @Operation({
    id: 'listNotices',
    tag: TAG,
    summary: 'List the messages to the receiver',
    description: 'What was sent about a shipment, what waits, and what was not sent and why.',
    scope: 'shipments:read',
    errors: ['SHIPMENT_NOT_FOUND'],
    answers: { 200: { description: 'The messages.', data: NoticesAnswer } },
  })
  async list(@Caller() caller: Principal, @Param('shipment_id') id: string): Promise<Record<string, unknown>> {
    return shipmentSuccess(200, 'Notices', await listNotices(this.deps.pool, caller, id));
  }
}
