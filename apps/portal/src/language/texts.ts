export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text, or a function that puts values into one. */
type Text = string | ((...values: never[]) => string);
export interface Texts {
  readonly [key: string]: Text | Texts;
}

/** The same keys, and functions of the same values, in another language: a missing text does not compile. */
export type Translated<T extends Texts> = {
  readonly [Key in keyof T]: T[Key] extends string
    ? string
    : T[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : T[Key] extends Texts
        ? Translated<T[Key]>
        : never;
};

export type Catalogue<T extends Texts> = Readonly<Record<Language, Translated<T>>>;

/** The texts of one area in all languages. The first one says which keys there are. */
export function catalogue<const T extends Texts>(texts: { en: T; ar: Translated<T> }): Catalogue<T> {
  return texts as unknown as Catalogue<T>;
}

/** The form of a noun after a number: Arabic has six. */
export function plural(
  language: Language,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace('#', new Intl.NumberFormat(`${language}-u-nu-latn`).format(count));
}
