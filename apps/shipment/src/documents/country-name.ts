import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';

const require = createRequire(import.meta.url);
for (const language of ['en', 'ar', 'ur'])
  countries.registerLocale(require(`i18n-iso-countries/langs/${language}.json`) as never);

export type Language = 'ur' | 'ar' | 'en';

export function countryName(code: string, language: Language): string {
  return countries.getName(code, language) ?? code;
}
