import type { Refusal } from '@qafila/envelopes/refusal';

interface PageText {
  title: string;
  text: string;
}
type Language = 'en' | 'ar' | 'ur';

const LATER: Record<Language, PageText> = {
  en: {
    title: 'Please try again in a moment',
    text:
      'This page cannot be shown now. If you were paying, nothing is lost: ' +
      'open the same page again to see the state of your payment.',
  },
  ar: {
    title: 'حاول مرة أخرى بعد قليل',
    text: 'لا يمكن عرض هذه الصفحة الآن. إن كنت تدفع فلن يضيع شيء: افتح الصفحة نفسها مجددًا لتعرف حالة دفعتك.',
  },
  ur: {
    title: 'تھوڑی دیر بعد دوبارہ کوشش کریں',
    text:
      'یہ صفحہ ابھی نہیں دکھایا جا سکتا۔ اگر آپ ادائیگی کر رہے تھے تو کچھ ضائع نہیں ہوا: ' +
      'یہی صفحہ دوبارہ کھولیں، وہ ادائیگی کی حالت بتائے گا۔',
  },
};
const REFUSED: Record<Language, PageText> = {
  en: { title: 'This cannot be opened', text: 'Go back to the store and start again.' },
  ar: { title: 'لا يمكن فتح هذه الصفحة', text: 'عُد إلى المتجر وابدأ من جديد.' },
  ur: { title: 'یہ صفحہ نہیں کھل سکتا', text: 'اسٹور پر واپس جا کر دوبارہ شروع کریں۔' },
};

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/**
 * The page that customers see when the service cannot answer. It has every language of the hosted pages, because only
 * that service knows the customer's language.
 */
export function refusalPage(refusal: Refusal): { headers: Record<string, string>; body: string } {
  const texts = refusal.retryable || refusal.status === 500 ? LATER : REFUSED;
  const sections = Object.entries(texts).map(([language, { title, text }]) => {
    const direction = language === 'en' ? 'ltr' : 'rtl';
    return `<section lang="${language}" dir="${direction}"><h2>${title}</h2><p>${text}</p></section>`;
  });
  return {
    headers: HEADERS,
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${texts.en.title}</title>
</head>
<body>
<main><h1>${refusal.status}</h1>
${sections.join('\n')}
</main>
</body>
</html>
`,
  };
}
