export const LANGUAGES = ['en', 'ar', 'ur'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ar: 'العربية', ur: 'اردو' };

/** The language of the query, or else the browser's first language that we support. */
export function languageOf(requested: unknown, acceptLanguage: string | undefined): Language {
  const speaks = (tag: string): Language | undefined =>
    LANGUAGES.find((language) => tag.toLowerCase() === language || tag.toLowerCase().startsWith(`${language}-`));
  if (typeof requested === 'string' && speaks(requested) !== undefined) return speaks(requested) as Language;
  const tags = (acceptLanguage ?? '').split(',', 20).map((part) => part.split(';', 1)[0]?.trim() ?? '');
  return tags.map(speaks).find((language) => language !== undefined) ?? 'en';
}

export function isRightToLeft(language: Language): boolean {
  return language !== 'en';
}
