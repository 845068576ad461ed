export const LANGUAGES = ['en', 'ar', 'ur'] as const;
export type Language = (typeof LANGUAGES)[number];

const en = {
  language: 'English', pay: 'Pay', order: 'Order', total: 'Total', choose: 'How would you like to pay?', cancel: 'Cancel and go back to the store',
  card: 'Card', cardHint: 'You enter your card on the bank gateway’s own page.', bnpl: 'Buy now, pay later', bnplHint: 'With your wallet. You confirm in its app.',
  wallet: 'Wallet', walletHint: 'From your wallet’s balance. You confirm in its app.', continue: 'Continue', secure: 'This page belongs to the store’s payment service.',
  checking: 'We are checking your payment', checkingHint: 'Please do not pay again. This page renews itself.', refresh: 'Check again',
  atGateway: 'Your payment is waiting for you', atGatewayHint: 'Go on at the gateway’s page, or check whether it is done.', goOn: 'Go on',
  expired: 'The time to pay is over', expiredHint: 'Nothing was charged. Go back to the store and start again.', back: 'Back to the store',
  notFound: 'This page does not exist', notFoundHint: 'The link is incomplete or too old. Go back to the store and start again.',
  done: 'Paid', doneHint: 'You may close this page.', failed: 'The payment was not made', failedHint: 'Nothing was charged.',
  declined: 'The payment was declined. Nothing was charged. You can try again or choose another way.', busy: 'Something did not work. Nothing was charged twice. Please try again.',
  identityTitle: 'Confirm who you are', nationalId: 'National identity number', phone: 'Phone number of your wallet', send: 'Send me a code',
  identityWrong: 'The wallet does not know this identity number and phone. Please check both.', codeTitle: 'Enter the code', codeHint: 'Your wallet has sent a code of 6 digits to {phone}.',
  code: 'Code', confirm: 'Confirm', codeWrong: 'This code is not right. Please try again.', codeExpired: 'This code is too old. Ask for a new one.', resend: 'Send a new code',
  resendSoon: 'Please wait half a minute before you ask for another code.', resendsOver: 'No more codes can be sent.', appTitle: 'Confirm in your wallet’s app',
  appHint: 'Open the app and confirm {amount}. This page goes on by itself.', pinTitle: 'Connect your wallet', pinHint: 'The store may then charge {phone} as you agreed with it.', pin: 'Wallet PIN',
  pinWrong: 'This PIN is not right. Please try again.', fieldWrong: 'Please check this field.', connecting: 'We are connecting your wallet', connectingHint: 'Please wait. This page renews itself.',
  connectExpired: 'The time to connect your wallet is over',
};

export type Texts = typeof en;

const ar: Texts = {
  language: 'العربية', pay: 'ادفع', order: 'الطلب', total: 'المجموع', choose: 'كيف تودّ أن تدفع؟', cancel: 'إلغاء والعودة إلى المتجر',
  card: 'بطاقة', cardHint: 'تُدخل بيانات بطاقتك في صفحة بوابة البنك نفسها.', bnpl: 'اشترِ الآن وادفع لاحقًا', bnplHint: 'بمحفظتك، وتؤكّد في تطبيقها.',
  wallet: 'محفظة', walletHint: 'من رصيد محفظتك، وتؤكّد في تطبيقها.', continue: 'متابعة', secure: 'هذه الصفحة تابعة لخدمة الدفع الخاصة بالمتجر.',
  checking: 'نتحقّق من دفعتك', checkingHint: 'من فضلك لا تدفع مرة أخرى. تتجدّد هذه الصفحة تلقائيًا.', refresh: 'تحقّق مجددًا',
  atGateway: 'دفعتك في انتظارك', atGatewayHint: 'تابع في صفحة البوابة، أو تحقّق هل اكتملت.', goOn: 'متابعة',
  expired: 'انتهى وقت الدفع', expiredHint: 'لم يُخصم أي مبلغ. عُد إلى المتجر وابدأ من جديد.', back: 'العودة إلى المتجر',
  notFound: 'هذه الصفحة غير موجودة', notFoundHint: 'الرابط ناقص أو قديم. عُد إلى المتجر وابدأ من جديد.',
  done: 'تم الدفع', doneHint: 'يمكنك إغلاق هذه الصفحة.', failed: 'لم يتم الدفع', failedHint: 'لم يُخصم أي مبلغ.',
  declined: 'رُفضت الدفعة ولم يُخصم أي مبلغ. يمكنك المحاولة مجددًا أو اختيار طريقة أخرى.', busy: 'حدث خلل. لم يُخصم المبلغ مرتين. حاول مرة أخرى من فضلك.',
  identityTitle: 'أكّد هويتك', nationalId: 'رقم الهوية الوطنية', phone: 'رقم هاتف محفظتك', send: 'أرسل لي رمزًا',
  identityWrong: 'لا تعرف المحفظة رقم الهوية والهاتف هذين. تحقّق منهما من فضلك.', codeTitle: 'أدخل الرمز', codeHint: 'أرسلت محفظتك رمزًا من 6 أرقام إلى {phone}.',
  code: 'الرمز', confirm: 'تأكيد', codeWrong: 'هذا الرمز غير صحيح. حاول مرة أخرى.', codeExpired: 'انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.', resend: 'إرسال رمز جديد',
  resendSoon: 'انتظر نصف دقيقة قبل طلب رمز آخر.', resendsOver: 'لا يمكن إرسال رموز أخرى.', appTitle: 'أكّد في تطبيق محفظتك',
  appHint: 'افتح التطبيق وأكّد {amount}. تتابع هذه الصفحة تلقائيًا.', pinTitle: 'اربط محفظتك', pinHint: 'يستطيع المتجر بعد ذلك الخصم من {phone} كما اتفقت معه.', pin: 'الرقم السري للمحفظة',
  pinWrong: 'الرقم السري غير صحيح. حاول مرة أخرى.', fieldWrong: 'تحقّق من هذا الحقل من فضلك.', connecting: 'نربط محفظتك', connectingHint: 'يُرجى الانتظار. تتجدّد هذه الصفحة تلقائيًا.',
  connectExpired: 'انتهى وقت ربط المحفظة',
};

const ur: Texts = {
  language: 'اردو', pay: 'ادائیگی کریں', order: 'آرڈر', total: 'کل رقم', choose: 'آپ کیسے ادائیگی کرنا چاہیں گے؟', cancel: 'منسوخ کریں اور اسٹور پر واپس جائیں',
  card: 'کارڈ', cardHint: 'آپ اپنا کارڈ بینک گیٹ وے کے اپنے صفحے پر درج کرتے ہیں۔', bnpl: 'ابھی خریدیں، بعد میں ادا کریں', bnplHint: 'اپنے والٹ سے۔ آپ اس کی ایپ میں تصدیق کرتے ہیں۔',
  wallet: 'والٹ', walletHint: 'اپنے والٹ کے بیلنس سے۔ آپ اس کی ایپ میں تصدیق کرتے ہیں۔', continue: 'جاری رکھیں', secure: 'یہ صفحہ اسٹور کی ادائیگی سروس کا ہے۔',
  checking: 'ہم آپ کی ادائیگی جانچ رہے ہیں', checkingHint: 'براہ کرم دوبارہ ادائیگی نہ کریں۔ یہ صفحہ خود تازہ ہوتا ہے۔', refresh: 'دوبارہ جانچیں',
  atGateway: 'آپ کی ادائیگی آپ کی منتظر ہے', atGatewayHint: 'گیٹ وے کے صفحے پر جاری رکھیں، یا دیکھیں کہ مکمل ہوئی یا نہیں۔', goOn: 'جاری رکھیں',
  expired: 'ادائیگی کا وقت ختم ہو گیا', expiredHint: 'کوئی رقم نہیں کاٹی گئی۔ اسٹور پر واپس جا کر دوبارہ شروع کریں۔', back: 'اسٹور پر واپس',
  notFound: 'یہ صفحہ موجود نہیں', notFoundHint: 'لنک نامکمل یا پرانا ہے۔ اسٹور پر واپس جا کر دوبارہ شروع کریں۔',
  done: 'ادائیگی ہو گئی', doneHint: 'آپ یہ صفحہ بند کر سکتے ہیں۔', failed: 'ادائیگی نہیں ہوئی', failedHint: 'کوئی رقم نہیں کاٹی گئی۔',
  declined: 'ادائیگی مسترد ہو گئی۔ کوئی رقم نہیں کاٹی گئی۔ دوبارہ کوشش کریں یا کوئی اور طریقہ منتخب کریں۔', busy: 'کوئی مسئلہ پیش آیا۔ رقم دو بار نہیں کاٹی گئی۔ دوبارہ کوشش کریں۔',
  identityTitle: 'اپنی شناخت کی تصدیق کریں', nationalId: 'قومی شناختی نمبر', phone: 'آپ کے والٹ کا فون نمبر', send: 'مجھے کوڈ بھیجیں',
  identityWrong: 'والٹ اس شناختی نمبر اور فون کو نہیں جانتا۔ دونوں جانچ لیں۔', codeTitle: 'کوڈ درج کریں', codeHint: 'آپ کے والٹ نے 6 ہندسوں کا کوڈ {phone} پر بھیجا ہے۔',
  code: 'کوڈ', confirm: 'تصدیق کریں', codeWrong: 'یہ کوڈ درست نہیں۔ دوبارہ کوشش کریں۔', codeExpired: 'یہ کوڈ پرانا ہو گیا۔ نیا کوڈ منگوائیں۔', resend: 'نیا کوڈ بھیجیں',
  resendSoon: 'دوسرا کوڈ منگوانے سے پہلے آدھا منٹ انتظار کریں۔', resendsOver: 'مزید کوڈ نہیں بھیجے جا سکتے۔', appTitle: 'اپنے والٹ کی ایپ میں تصدیق کریں',
  appHint: 'ایپ کھولیں اور {amount} کی تصدیق کریں۔ یہ صفحہ خود آگے بڑھے گا۔', pinTitle: 'اپنا والٹ جوڑیں', pinHint: 'اس کے بعد اسٹور {phone} سے آپ کی طے شدہ رقم لے سکتا ہے۔', pin: 'والٹ پن',
  pinWrong: 'یہ پن درست نہیں۔ دوبارہ کوشش کریں۔', fieldWrong: 'براہ کرم یہ خانہ جانچیں۔', connecting: 'ہم آپ کا والٹ جوڑ رہے ہیں', connectingHint: 'براہ کرم انتظار کریں۔ یہ صفحہ خود تازہ ہوتا ہے۔',
  connectExpired: 'والٹ جوڑنے کا وقت ختم ہو گیا',
};

export const TEXTS: Record<Language, Texts> = { en, ar, ur };

/** The language of the address, else the browser's first that we speak. */
export function languageOf(asked: unknown, acceptLanguage: string | undefined): Language {
  const speaks = (tag: string): Language | undefined => LANGUAGES.find((language) => tag.toLowerCase() === language || tag.toLowerCase().startsWith(`${language}-`));
  if (typeof asked === 'string' && speaks(asked) !== undefined) return speaks(asked) as Language;
  const tags = (acceptLanguage ?? '').split(',', 20).map((part) => part.split(';', 1)[0]?.trim() ?? '');
  return tags.map(speaks).find((language) => language !== undefined) ?? 'en';
}

export function isRightToLeft(language: Language): boolean {
  return language !== 'en';
}
