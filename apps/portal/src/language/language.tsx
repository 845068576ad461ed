import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Catalogue, Language, Texts, Translated } from './texts.ts';

/** public/first-paint.js reads it too. */
const KEY = 'qafila-language';

interface LanguageState {
  language: Language;
  dir: 'ltr' | 'rtl';
  setLanguage(language: Language): void;
}

const LanguageContext = createContext<LanguageState | null>(null);

export function LanguageProvider({ children }: { children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const dir = language === 'ar' ? 'rtl' : 'ltr';
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = dir;
    localStorage.setItem(KEY, language);
  }, [language, dir]);
  const state = useMemo(() => ({ language, dir, setLanguage }) as const, [language, dir]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

/** What public/first-paint.js has chosen, unless the address says another one (`?lang=ar`). */
function firstLanguage(): Language {
  const wanted = new URLSearchParams(location.search).get('lang');
  if (wanted === null) return shownLanguage();
  return wanted === 'ar' ? 'ar' : 'en';
}

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (state === null) throw new Error('useLanguage() is used outside LanguageProvider');
  return state;
}

/** For what is said outside the components. */
export const shownLanguage = (): Language => (document.documentElement.lang === 'ar' ? 'ar' : 'en');

/** The texts of an area in the viewer's language. */
export function useTexts<T extends Texts>(texts: Catalogue<T>): Translated<T> {
  return texts[useLanguage().language];
}
