import type { Language } from '@qafila/pages/languages';
import type { NoticeKind } from './notice-texts.ts';

/** The ways to a receiver. */
export const CHANNELS = ['sms', 'whatsapp', 'mail'] as const;
export type NoticeChannel = (typeof CHANNELS)[number];

/** A message that is ready to be sent. */
export interface Message {
  /** Of the notice: a repeat has the same, by which a provider recognises it. */
  id: string;
  channel: NoticeChannel;
  /** A phone number as E.164; of mail, the address. */
  to: string;
  language: Language;
  /** The name of the store. */
  store: string;
  sentence: string;
  trackingUrl: string;
  notice: NoticeKind;
  shipmentId: string;
  accountId: string;
  storeId: string;
  mode: string;
}

/** `refused`: the provider's own statement, which a repeat does not change. */
export type SendResult = { kind: 'accepted' } | { kind: 'refused'; why: string };

/** The port of a provider of messages. */
export interface NoticeSender {
  /** Throws when what became of the message is not known; then it is sent again. */
  send(message: Message): Promise<SendResult>;
}

/** Of this deployment; a channel without a sender cannot be turned on. */
export type NoticeSenders = Partial<Record<NoticeChannel, NoticeSender>>;

export const NOTICE_SENDERS = Symbol('notice senders');
