import { LANGUAGES } from '@qafila/pages/languages';
import type { Language } from '@qafila/pages/languages';
import { Whole } from '@qafila/schema/number-fields';
import { Judged, List, Nested, nestedRule } from '@qafila/schema/object-fields';
import { Choice, choiceRule, Text } from '@qafila/schema/text-fields';
import { Moment, timeZoneRule } from '@qafila/schema/time-fields';
import { NOTICES } from '../limits.ts';
import { CHANNELS } from './channels.ts';
import type { NoticeChannel } from './channels.ts';
import { NOTICE_KINDS } from './notice-texts.ts';
import type { NoticeKind } from './notice-texts.ts';
import { NOTICE_STATUSES } from './notice.entity.ts';
import type { NoticeStatus } from './notice.entity.ts';

const TIME = { is: /^([01]\d|2[0-3]):[0-5]\d$/, expects: 'a time such as 21:00' } as const;
const KINDS = { itemsMax: NOTICE_KINDS.length, unique: true, example: ['out_for_delivery', 'delivered'] };

/** When phones stay quiet. */
export class NoticeQuietHours {
  @Text({ description: 'Their begin, `HH:MM`.', example: '21:00', pattern: TIME })
  from!: string;

  @Text({
    description: 'Their end, from which messages are sent again. May be on the next day.',
    example: '09:00',
    pattern: TIME,
  })
  to!: string;

  @Judged(timeZoneRule, { description: 'The zone of both.', example: 'Asia/Riyadh' })
  timeZone!: string;
}

const LANGUAGE = { description: 'The language of the messages.', example: 'ar' };
const QUIET = {
  description: 'SMS and WhatsApp wait until their end; null: there are none.',
  nullable: true,
};

/** Body of change: all settings. */
export class ChangeNoticesBody {
  @List(choiceRule(NOTICE_KINDS), { ...KINDS, description: 'What is sent as SMS. Left out: nothing.', optional: true })
  sms?: NoticeKind[];

  @List(choiceRule(NOTICE_KINDS), { ...KINDS, description: 'What is sent by WhatsApp.', optional: true })
  whatsapp?: NoticeKind[];

  @List(choiceRule(NOTICE_KINDS), {
    ...KINDS,
    description: 'What is sent by mail, where the order has an address.',
    optional: true,
  })
  mail?: NoticeKind[];

  @Choice(LANGUAGES, { ...LANGUAGE, optional: true })
  language?: Language;

  @Nested(() => NoticeQuietHours, { ...QUIET, optional: true })
  quietHours?: NoticeQuietHours | null;
}

/** What a company has sent to receivers. */
export class NoticeSettingsAnswer {
  @List(choiceRule(NOTICE_KINDS), { ...KINDS, description: 'What is sent as SMS.' })
  sms!: NoticeKind[];

  @List(choiceRule(NOTICE_KINDS), { ...KINDS, description: 'What is sent by WhatsApp.' })
  whatsapp!: NoticeKind[];

  @List(choiceRule(NOTICE_KINDS), { ...KINDS, description: 'What is sent by mail.' })
  mail!: NoticeKind[];

  @Choice(LANGUAGES, LANGUAGE)
  language!: Language;

  @Nested(() => NoticeQuietHours, QUIET)
  quietHours!: NoticeQuietHours | null;

  @List(choiceRule(CHANNELS), {
    description: 'The channels for which this deployment has a sender.',
    itemsMax: CHANNELS.length,
    example: ['mail'],
  })
  available!: NoticeChannel[];
}

/** A message to a receiver, and what became of it. */
export class NoticeAnswer {
  @Text({ description: 'Its id; `webhook-id` of the sender has it too.', example: 'ntc_019ab3c4d5e6f708192a3b4c5d6' })
  noticeId!: string;

  @Choice(NOTICE_KINDS, { description: 'What it informs of.', example: 'delivered' })
  notice!: NoticeKind;

  @Choice(CHANNELS, { description: 'How it is sent.', example: 'sms' })
  channel!: NoticeChannel;

  @Choice(NOTICE_STATUSES, {
    description: '`sent`: the provider has it. `dropped`: it lost its sense. `failed`: the provider did not take it.',
    example: 'sent',
  })
  status!: NoticeStatus;

  @Text({
    description:
      'Of `dropped`: `superseded` by a later state, `expired`, `turned_off` or `no_address`; else what the last ' +
      'failed try met.',
    example: 'superseded',
    charactersMax: NOTICES.reasonCharactersMax,
    nullable: true,
  })
  reason!: string | null;

  @Whole({ description: 'How often it was tried.', example: 1, min: 0, max: NOTICES.triesMax })
  tries!: number;

  @Moment({ description: 'When the shipment entered the state.' })
  occurredAt!: string;

  @Moment({ description: 'When the provider took it.', nullable: true })
  sentAt!: string | null;
}

/** Messages about a shipment. */
export class NoticesAnswer {
  @List(nestedRule(() => NoticeAnswer), { description: 'The newest first.', itemsMax: NOTICES.shownMax })
  items!: NoticeAnswer[];
}
