import type { Language } from '@qafila/pages/languages';
import type { Problem } from './problem-report.entity.ts';
import type { Step, ShownStatus } from './timeline.ts';

interface StateTexts {
  title: string;
  hint: string;
}

export interface TrackingTexts {
  states: Record<ShownStatus | 'PENDING', StateTexts>;
  /** The short form in the timeline. */
  steps: Record<Step, string>;
  progress: string;
  order: string;
  courier: string;
  waybill: string;
  destination: string;
  parcels: string;
  eachParcel: string;
  parcel: string;
  updates: string;
  noUpdates: string;
  reasons: Record<string, string>;
  report: string;
  reportHint: string;
  problem: string;
  choose: string;
  problems: Record<Problem, string>;
  note: string;
  noteHint: string;
  send: string;
  reported: string;
  notSent: string;
  tooMany: string;
  help: string;
  footer: string;
  closed: string;
  closedHint: string;
  notFound: string;
  notFoundHint: string;
  trouble: string;
  troubleHint: string;
  again: string;
}

const en: TrackingTexts = {
  states: {
    PENDING: { title: 'Order received', hint: 'The store is preparing your parcel.' },
    BOOKED: { title: 'Being prepared', hint: 'The store is preparing your parcel for the courier.' },
    PICKED_UP: { title: 'Shipped', hint: 'The courier has your parcel.' },
    IN_TRANSIT: { title: 'On its way', hint: 'Your parcel is travelling to you.' },
    ON_HOLD: { title: 'On hold', hint: 'The courier is holding your parcel. Contact the store if this lasts.' },
    OUT_FOR_DELIVERY: { title: 'Out for delivery', hint: 'The driver has your parcel. Please keep your phone near.' },
    AVAILABLE_FOR_PICKUP: { title: 'Ready to collect', hint: 'Your parcel waits for you at the courier’s branch.' },
    DELIVERY_FAILED: { title: 'Delivery attempt failed', hint: 'The courier could not deliver and will try again.' },
    DELIVERED: { title: 'Delivered', hint: 'Your parcel was delivered.' },
    RETURN_TO_ORIGIN: { title: 'Going back to the store', hint: 'Your parcel is on its way back to the store.' },
    RETURNED: { title: 'Back at the store', hint: 'Your parcel is back at the store. Contact the store.' },
    LOST: { title: 'Parcel missing', hint: 'The courier cannot find your parcel. Contact the store.' },
    CANCELLED: { title: 'Cancelled', hint: 'This shipment was cancelled.' },
  },
  steps: { confirmed: 'Confirmed', shipped: 'Shipped', out: 'Out for delivery', delivered: 'Delivered' },
  progress: 'Progress',
  order: 'Order',
  courier: 'Courier',
  waybill: 'Tracking number',
  destination: 'Going to',
  parcels: 'Parcels',
  eachParcel: 'Each parcel',
  parcel: 'Parcel {number}',
  updates: 'Updates',
  noUpdates: 'There is no news from the courier yet.',
  reasons: {
    customer_not_available: 'No one was there.',
    refused_by_customer: 'The parcel was refused.',
    incorrect_address_details: 'The address was not found.',
    customs_clearance_issue: 'Customs are checking the parcel.',
    shipment_damaged: 'The parcel is damaged.',
  },
  report: 'Report a problem',
  reportHint: 'Your report goes to the store.',
  problem: 'What went wrong?',
  choose: 'Please choose',
  problems: {
    not_received: 'It says delivered, and I have nothing',
    damaged: 'The parcel or the goods are damaged',
    wrong_goods: 'Something is wrong or missing',
    wrong_address: 'The address is wrong or has changed',
    driver: 'The driver did not come or did not call',
    other: 'Something else',
  },
  note: 'Details (optional)',
  noteHint: 'Please write no card numbers or passwords.',
  send: 'Send to the store',
  reported: 'The store has your report: {problem}',
  notSent: 'Your report was not sent. Please choose what went wrong and send it again.',
  tooMany: 'The store has your earlier reports. Please contact it directly.',
  help: 'Get help from the store',
  footer: 'This page shows the delivery of one order. Share it only with people whom you trust.',
  closed: 'This page has closed',
  closedHint: 'The delivery ended some time ago. Ask the store about your order.',
  notFound: 'This page does not exist',
  notFoundHint: 'The link is incomplete or wrong. Open it again from the message of the store.',
  trouble: 'The page cannot be shown now',
  troubleHint: 'Please try again in a moment. Your parcel is not affected.',
  again: 'Try again',
};

const ar: TrackingTexts = {
  states: {
    PENDING: { title: 'تم استلام الطلب', hint: 'يجهّز المتجر شحنتك.' },
    BOOKED: { title: 'قيد التجهيز', hint: 'يجهّز المتجر شحنتك لتسليمها إلى شركة الشحن.' },
    PICKED_UP: { title: 'تم الشحن', hint: 'شحنتك لدى شركة الشحن.' },
    IN_TRANSIT: { title: 'في الطريق إليك', hint: 'شحنتك في طريقها إليك.' },
    ON_HOLD: { title: 'موقوفة مؤقتًا', hint: 'شركة الشحن تحتفظ بشحنتك. تواصل مع المتجر إن طال ذلك.' },
    OUT_FOR_DELIVERY: { title: 'خرجت للتوصيل', hint: 'شحنتك مع المندوب. يرجى إبقاء هاتفك قريبًا منك.' },
    AVAILABLE_FOR_PICKUP: { title: 'جاهزة للاستلام', hint: 'شحنتك في انتظارك في فرع شركة الشحن.' },
    DELIVERY_FAILED: { title: 'تعذّر التوصيل', hint: 'لم تتمكن شركة الشحن من التوصيل وستحاول مرة أخرى.' },
    DELIVERED: { title: 'تم التوصيل', hint: 'تم توصيل شحنتك.' },
    RETURN_TO_ORIGIN: { title: 'في طريق العودة إلى المتجر', hint: 'شحنتك في طريق العودة إلى المتجر.' },
    RETURNED: { title: 'عادت إلى المتجر', hint: 'عادت شحنتك إلى المتجر. تواصل معه.' },
    LOST: { title: 'الشحنة مفقودة', hint: 'لم تعثر شركة الشحن على شحنتك. تواصل مع المتجر.' },
    CANCELLED: { title: 'ملغاة', hint: 'أُلغيت هذه الشحنة.' },
  },
  steps: { confirmed: 'تم التأكيد', shipped: 'تم الشحن', out: 'خرجت للتوصيل', delivered: 'تم التوصيل' },
  progress: 'مراحل الشحنة',
  order: 'الطلب',
  courier: 'شركة الشحن',
  waybill: 'رقم التتبع',
  destination: 'الوجهة',
  parcels: 'عدد الطرود',
  eachParcel: 'الطرود',
  parcel: 'الطرد {number}',
  updates: 'آخر التحديثات',
  noUpdates: 'لا أخبار من شركة الشحن حتى الآن.',
  reasons: {
    customer_not_available: 'لم يكن أحد موجودًا.',
    refused_by_customer: 'رُفض استلام الشحنة.',
    incorrect_address_details: 'لم يُعثر على العنوان.',
    customs_clearance_issue: 'الشحنة لدى الجمارك.',
    shipment_damaged: 'الشحنة متضررة.',
  },
  report: 'الإبلاغ عن مشكلة',
  reportHint: 'يصل بلاغك إلى المتجر.',
  problem: 'ما المشكلة؟',
  choose: 'يرجى الاختيار',
  problems: {
    not_received: 'مسجّلة كمسلّمة ولم يصلني شيء',
    damaged: 'الطرد أو المحتوى متضرر',
    wrong_goods: 'المحتوى خاطئ أو ناقص',
    wrong_address: 'العنوان خاطئ أو تغيّر',
    driver: 'المندوب لم يحضر أو لم يتصل',
    other: 'أمر آخر',
  },
  note: 'التفاصيل (اختياري)',
  noteHint: 'يرجى عدم كتابة أرقام البطاقات أو كلمات المرور.',
  send: 'إرسال إلى المتجر',
  reported: 'وصل بلاغك إلى المتجر: {problem}',
  notSent: 'لم يُرسل بلاغك. يرجى اختيار المشكلة وإعادة الإرسال.',
  tooMany: 'وصلت بلاغاتك السابقة إلى المتجر. يرجى التواصل معه مباشرة.',
  help: 'تواصل مع المتجر',
  footer: 'تعرض هذه الصفحة توصيل طلب واحد. لا تشاركها إلا مع من تثق به.',
  closed: 'أُغلقت هذه الصفحة',
  closedHint: 'انتهى التوصيل منذ مدة. اسأل المتجر عن طلبك.',
  notFound: 'هذه الصفحة غير موجودة',
  notFoundHint: 'الرابط ناقص أو خاطئ. افتحه مرة أخرى من رسالة المتجر.',
  trouble: 'لا يمكن عرض الصفحة الآن',
  troubleHint: 'يرجى المحاولة بعد قليل. لا تتأثر شحنتك بذلك.',
  again: 'حاول مرة أخرى',
};

const ur: TrackingTexts = {
  states: {
    PENDING: { title: 'آرڈر موصول ہو گیا', hint: 'اسٹور آپ کا پارسل تیار کر رہا ہے۔' },
    BOOKED: { title: 'تیاری جاری ہے', hint: 'اسٹور آپ کا پارسل کورئیر کے لیے تیار کر رہا ہے۔' },
    PICKED_UP: { title: 'روانہ کر دیا گیا', hint: 'آپ کا پارسل کورئیر کے پاس ہے۔' },
    IN_TRANSIT: { title: 'راستے میں ہے', hint: 'آپ کا پارسل آپ کی طرف آ رہا ہے۔' },
    ON_HOLD: { title: 'روک لیا گیا', hint: 'کورئیر نے آپ کا پارسل روکا ہوا ہے۔ دیر ہو تو اسٹور سے رابطہ کریں۔' },
    OUT_FOR_DELIVERY: { title: 'ڈیلیوری کے لیے نکل چکا ہے', hint: 'پارسل ڈرائیور کے پاس ہے۔ اپنا فون قریب رکھیں۔' },
    AVAILABLE_FOR_PICKUP: { title: 'وصولی کے لیے تیار', hint: 'آپ کا پارسل کورئیر کی شاخ پر آپ کا منتظر ہے۔' },
    DELIVERY_FAILED: { title: 'ڈیلیوری نہ ہو سکی', hint: 'کورئیر ڈیلیور نہ کر سکا اور دوبارہ کوشش کرے گا۔' },
    DELIVERED: { title: 'ڈیلیور ہو گیا', hint: 'آپ کا پارسل ڈیلیور ہو گیا۔' },
    RETURN_TO_ORIGIN: { title: 'اسٹور کو واپس جا رہا ہے', hint: 'آپ کا پارسل اسٹور کو واپس جا رہا ہے۔' },
    RETURNED: { title: 'اسٹور کو واپس پہنچ گیا', hint: 'آپ کا پارسل اسٹور کے پاس ہے۔ اسٹور سے رابطہ کریں۔' },
    LOST: { title: 'پارسل نہیں مل رہا', hint: 'کورئیر کو آپ کا پارسل نہیں مل رہا۔ اسٹور سے رابطہ کریں۔' },
    CANCELLED: { title: 'منسوخ', hint: 'یہ شپمنٹ منسوخ کر دی گئی۔' },
  },
  steps: { confirmed: 'تصدیق', shipped: 'روانہ', out: 'ڈیلیوری کے لیے', delivered: 'ڈیلیور' },
  progress: 'مراحل',
  order: 'آرڈر',
  courier: 'کورئیر',
  waybill: 'ٹریکنگ نمبر',
  destination: 'منزل',
  parcels: 'پارسل',
  eachParcel: 'ہر پارسل',
  parcel: 'پارسل {number}',
  updates: 'تازہ معلومات',
  noUpdates: 'کورئیر کی طرف سے ابھی کوئی خبر نہیں۔',
  reasons: {
    customer_not_available: 'وہاں کوئی موجود نہیں تھا۔',
    refused_by_customer: 'پارسل لینے سے انکار کیا گیا۔',
    incorrect_address_details: 'پتہ نہیں ملا۔',
    customs_clearance_issue: 'پارسل کسٹمز میں ہے۔',
    shipment_damaged: 'پارسل کو نقصان پہنچا ہے۔',
  },
  report: 'مسئلہ بتائیں',
  reportHint: 'آپ کی اطلاع اسٹور کو جاتی ہے۔',
  problem: 'کیا مسئلہ ہے؟',
  choose: 'منتخب کریں',
  problems: {
    not_received: 'ڈیلیور لکھا ہے مگر مجھے کچھ نہیں ملا',
    damaged: 'پارسل یا سامان خراب ہے',
    wrong_goods: 'سامان غلط یا کم ہے',
    wrong_address: 'پتہ غلط ہے یا بدل گیا ہے',
    driver: 'ڈرائیور نہیں آیا یا فون نہیں کیا',
    other: 'کچھ اور',
  },
  note: 'تفصیل (اختیاری)',
  noteHint: 'کارڈ نمبر یا پاس ورڈ نہ لکھیں۔',
  send: 'اسٹور کو بھیجیں',
  reported: 'اسٹور کو آپ کی اطلاع مل گئی: {problem}',
  notSent: 'آپ کی اطلاع نہیں بھیجی گئی۔ مسئلہ منتخب کر کے دوبارہ بھیجیں۔',
  tooMany: 'اسٹور کے پاس آپ کی پہلی اطلاعات ہیں۔ براہ کرم اس سے براہ راست رابطہ کریں۔',
  help: 'اسٹور سے مدد لیں',
  footer: 'یہ صفحہ ایک آرڈر کی ڈیلیوری دکھاتا ہے۔ صرف قابل اعتماد لوگوں کو دیں۔',
  closed: 'یہ صفحہ بند ہو چکا ہے',
  closedHint: 'ڈیلیوری کچھ عرصہ پہلے ختم ہو گئی۔ اپنے آرڈر کے بارے میں اسٹور سے پوچھیں۔',
  notFound: 'یہ صفحہ موجود نہیں',
  notFoundHint: 'لنک نامکمل یا غلط ہے۔ اسٹور کے پیغام سے دوبارہ کھولیں۔',
  trouble: 'صفحہ ابھی نہیں دکھایا جا سکتا',
  troubleHint: 'تھوڑی دیر بعد دوبارہ کوشش کریں۔ آپ کے پارسل پر اثر نہیں پڑتا۔',
  again: 'دوبارہ کوشش کریں',
};

export const TEXTS: Record<Language, TrackingTexts> = { en, ar, ur };
