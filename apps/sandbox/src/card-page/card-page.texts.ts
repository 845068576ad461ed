export type Language = 'en' | 'ar' | 'ur';

export interface CardTexts {
  payTitle: string;
  testPage: string;
  neverReal: string;
  number: string;
  expiry: string;
  cvc: string;
  pay: string;
  cancel: string;
  cards: string;
  challengeTitle: string;
  codeSent: string;
  codeIs: string;
  code: string;
  confirm: string;
  fillCode: string;
  endTitle: string;
  endHint: string;
  goBack: string;
  notTestCard: string;
  wrongExpiry: string;
  pastExpiry: string;
  wrongCvc: string;
  noCode: string;
}

/** The page replaces `{amount}` and `{last4}`. */
export const CARD_TEXTS: Record<Language, CardTexts> = {
  en: {
    payTitle: 'Pay by card',
    testPage: 'Test page.',
    neverReal: 'Never type a real card: only the numbers below work.',
    number: 'Card number',
    expiry: 'Expiry (MM/YY)',
    cvc: 'Security code',
    pay: 'Pay',
    cancel: 'Cancel and go back',
    cards: 'Test cards: one press fills the form',
    challengeTitle: 'Confirm with your bank',
    codeSent: '3-D Secure: Sandbox Bank has sent a code for {amount} on the card ending {last4}.',
    codeIs: 'The right code is 123456; any other fails.',
    code: 'Code',
    confirm: 'Confirm',
    fillCode: 'Fill in the right code',
    endTitle: 'Back to the shop',
    endHint: 'You are being taken back to the shop.',
    goBack: 'Go back now',
    notTestCard: 'This is not one of the test cards. Never type a real card here; choose one from the list below.',
    wrongExpiry: 'Type the expiry as month and year, such as 12/34.',
    pastExpiry: 'This expiry has passed. Any future date works.',
    wrongCvc: 'Type any 3 digits as the security code.',
    noCode: 'Type the code.',
  },
  ar: {
    payTitle: 'الدفع بالبطاقة',
    testPage: 'صفحة اختبار.',
    neverReal: 'لا تكتب بطاقة حقيقية أبدًا: لا تعمل إلا الأرقام أدناه.',
    number: 'رقم البطاقة',
    expiry: 'تاريخ الانتهاء (شهر/سنة)',
    cvc: 'رمز الأمان',
    pay: 'ادفع',
    cancel: 'إلغاء والعودة',
    cards: 'بطاقات الاختبار: ضغطة واحدة تملأ النموذج',
    challengeTitle: 'التأكيد مع مصرفك',
    codeSent: 'التحقق الثلاثي (3-D Secure): أرسل مصرف الاختبار رمزًا لمبلغ {amount} على البطاقة المنتهية بـ {last4}.',
    codeIs: 'الرمز الصحيح هو 123456، وأي رمز آخر يفشل.',
    code: 'الرمز',
    confirm: 'تأكيد',
    fillCode: 'املأ الرمز الصحيح',
    endTitle: 'العودة إلى المتجر',
    endHint: 'جارٍ إرجاعك إلى المتجر.',
    goBack: 'العودة الآن',
    notTestCard: 'هذه ليست من بطاقات الاختبار. لا تكتب بطاقة حقيقية هنا أبدًا، واختر واحدة من القائمة أدناه.',
    wrongExpiry: 'اكتب تاريخ الانتهاء شهرًا وسنة، مثل 12/34.',
    pastExpiry: 'انتهى هذا التاريخ. أي تاريخ قادم يصلح.',
    wrongCvc: 'اكتب أي 3 أرقام رمزًا للأمان.',
    noCode: 'اكتب الرمز.',
  },
  ur: {
    payTitle: 'کارڈ سے ادائیگی',
    testPage: 'آزمائشی صفحہ۔',
    neverReal: 'کبھی اصلی کارڈ نہ لکھیں: صرف نیچے دیے گئے نمبر چلتے ہیں۔',
    number: 'کارڈ نمبر',
    expiry: 'میعاد (مہینہ/سال)',
    cvc: 'حفاظتی کوڈ',
    pay: 'ادا کریں',
    cancel: 'منسوخ کریں اور واپس جائیں',
    cards: 'آزمائشی کارڈ: ایک بار دبانے سے فارم بھر جاتا ہے',
    challengeTitle: 'اپنے بینک سے تصدیق کریں',
    codeSent: '3-D Secure: آزمائشی بینک نے {last4} پر ختم ہونے والے کارڈ پر {amount} کے لیے کوڈ بھیجا ہے۔',
    codeIs: 'صحیح کوڈ 123456 ہے؛ کوئی اور کوڈ ناکام ہوگا۔',
    code: 'کوڈ',
    confirm: 'تصدیق کریں',
    fillCode: 'صحیح کوڈ بھریں',
    endTitle: 'دکان پر واپسی',
    endHint: 'آپ کو دکان پر واپس لے جایا جا رہا ہے۔',
    goBack: 'ابھی واپس جائیں',
    notTestCard: 'یہ آزمائشی کارڈوں میں سے نہیں ہے۔ یہاں کبھی اصلی کارڈ نہ لکھیں؛ نیچے کی فہرست سے چنیں۔',
    wrongExpiry: 'میعاد مہینے اور سال کی صورت میں لکھیں، جیسے 12/34۔',
    pastExpiry: 'یہ میعاد گزر چکی ہے۔ آنے والی کوئی بھی تاریخ چلے گی۔',
    wrongCvc: 'حفاظتی کوڈ میں کوئی بھی 3 ہندسے لکھیں۔',
    noCode: 'کوڈ لکھیں۔',
  },
};

export function languageOf(text: string): Language {
  const language = text.slice(0, 2).toLowerCase();
  return language === 'ar' || language === 'ur' ? language : 'en';
}
