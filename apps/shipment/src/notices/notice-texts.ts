import type { Language } from '@qafila/pages/languages';
import type { Status } from '../state/status.ts';

/** What receivers are informed of. */
export const NOTICE_KINDS = [
  'shipped',
  'out_for_delivery',
  'ready_to_collect',
  'delivery_failed',
  'on_hold',
  'delivered',
  'returning',
  'lost',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const KINDS: Partial<Record<Status, NoticeKind>> = {
  PICKED_UP: 'shipped',
  OUT_FOR_DELIVERY: 'out_for_delivery',
  AVAILABLE_FOR_PICKUP: 'ready_to_collect',
  DELIVERY_FAILED: 'delivery_failed',
  ON_HOLD: 'on_hold',
  DELIVERED: 'delivered',
  RETURN_TO_ORIGIN: 'returning',
  LOST: 'lost',
};

/** The notice of a state; undefined when receivers are not informed of it. */
export function noticeKind(status: Status): NoticeKind | undefined {
  return KINDS[status];
}

const TEXTS: Record<Language, Record<NoticeKind, string>> = {
  en: {
    shipped: '{store}: your order {order} is on its way.',
    out_for_delivery: '{store}: your order {order} is out for delivery today. Please keep your phone near.',
    ready_to_collect: '{store}: your order {order} is ready to collect at the courier’s branch.',
    delivery_failed: '{store}: the courier could not deliver your order {order} and will try again.',
    on_hold: '{store}: your order {order} is on hold at the courier.',
    delivered: '{store}: your order {order} was delivered.',
    returning: '{store}: your order {order} is going back to the store.',
    lost: '{store}: the courier cannot find your order {order}. Please contact the store.',
  },
  ar: {
    shipped: '{store}: طلبك {order} في الطريق إليك.',
    out_for_delivery: '{store}: خرج طلبك {order} للتوصيل اليوم. يرجى إبقاء هاتفك قريبًا منك.',
    ready_to_collect: '{store}: طلبك {order} جاهز للاستلام من فرع شركة الشحن.',
    delivery_failed: '{store}: تعذّر توصيل طلبك {order} وستحاول شركة الشحن مرة أخرى.',
    on_hold: '{store}: طلبك {order} موقوف مؤقتًا لدى شركة الشحن.',
    delivered: '{store}: تم توصيل طلبك {order}.',
    returning: '{store}: طلبك {order} في طريق العودة إلى المتجر.',
    lost: '{store}: لم تعثر شركة الشحن على طلبك {order}. يرجى التواصل مع المتجر.',
  },
  ur: {
    shipped: '{store}: آپ کا آرڈر {order} راستے میں ہے۔',
    out_for_delivery: '{store}: آپ کا آرڈر {order} آج ڈیلیوری کے لیے نکل چکا ہے۔ اپنا فون قریب رکھیں۔',
    ready_to_collect: '{store}: آپ کا آرڈر {order} کورئیر کی شاخ پر وصولی کے لیے تیار ہے۔',
    delivery_failed: '{store}: کورئیر آپ کا آرڈر {order} ڈیلیور نہ کر سکا اور دوبارہ کوشش کرے گا۔',
    on_hold: '{store}: آپ کا آرڈر {order} کورئیر کے پاس روک لیا گیا ہے۔',
    delivered: '{store}: آپ کا آرڈر {order} ڈیلیور ہو گیا۔',
    returning: '{store}: آپ کا آرڈر {order} اسٹور کو واپس جا رہا ہے۔',
    lost: '{store}: کورئیر کو آپ کا آرڈر {order} نہیں مل رہا۔ اسٹور سے رابطہ کریں۔',
  },
};

/** The text of a message, ready to send, with the address of the tracking page at its end. */
export function noticeText(
  kind: NoticeKind,
  language: Language,
  { url, ...of }: { store: string; order: string; url: string },
): string {
  return `${noticeSentence(kind, language, of)} ${url}`;
}

/** Marks isolate store and order from the direction of the text. */
export function noticeSentence(
  kind: NoticeKind,
  language: Language,
  { store, order }: { store: string; order: string },
): string {
  const isolated = (text: string): string => (language === 'en' ? text : `\u2068${text}\u2069`);
  return TEXTS[language][kind].replace('{store}', () => isolated(store)).replace('{order}', () => isolated(order));
}
