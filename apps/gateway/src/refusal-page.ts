import type { Refusal } from '@qafila/envelopes/refusal';

interface Said { title: string; text: string }
type Language = 'en' | 'ar' | 'ur';

const LATER: Record<Language, Said> = {
  en: { title: 'Please try again in a moment', text: 'This page cannot be shown now. If you were paying, nothing is lost: open the same page again, and it tells how your payment stands.' },
  ar: { title: 'حاول مرة أخرى بعد قليل', text: 'لا يمكن عرض هذه الصفحة الآن. إن كنت تدفع فلن يضيع شيء: افتح الصفحة نفسها مجددًا لتعرف حالة دفعتك.' },
  ur: { title: 'تھوڑی دیر بعد دوبارہ کوشش کریں', text: 'یہ صفحہ ابھی نہیں دکھایا جا سکتا۔ اگر آپ ادائیگی کر رہے تھے تو کچھ ضائع نہیں ہوا: یہی صفحہ دوبارہ کھولیں، وہ ادائیگی کی حالت بتائے گا۔' },
};
const REFUSED: Record<Language, Said> = {
  en: { title: 'This cannot be opened', text: 'Go back to the store and start again.' },
  ar: { title: 'لا يمكن فتح هذه الصفحة', text: 'عُد إلى المتجر وابدأ من جديد.' },
  ur: { title: 'یہ صفحہ نہیں کھل سکتا', text: 'اسٹور پر واپس جا کر دوبارہ شروع کریں۔' },
};

const HEADERS = {
  'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY',
};

/** What a customer reads when the page service cannot be asked, in every language of its pages: which is his was for that service to find out. */
export function refusalPage(refusal: Refusal): { headers: Record<string, string>; body: string } {
  const said = refusal.retryable || refusal.status === 500 ? LATER : REFUSED;
  const parts = Object.entries(said).map(([language, { title, text }]) => `<section lang="${language}" dir="${language === 'en' ? 'ltr' : 'rtl'}"><h2>${title}</h2><p>${text}</p></section>`);
  return {
    headers: HEADERS,
    body: `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${said.en.title}</title>\n</head>\n<body>\n<main><h1>${refusal.status}</h1>\n${parts.join('\n')}\n</main>\n</body>\n</html>\n`,
  };
}
