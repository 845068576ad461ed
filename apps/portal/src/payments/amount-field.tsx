import { TextInput } from '@mantine/core';
import { currencyExponent, fromMinorUnits } from '@qafila/money/minor-units';
import type { ReactNode } from 'react';
import { amountText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { PAYMENT } from './payment.texts.ts';
import { readAmount } from './read-amount.ts';

interface AmountFieldProps {
  label: string;
  currency: string;
  most: bigint;
  text: string;
  onChange(text: string): void;
}

/** A part of an amount that is left. */
export function AmountField({ label, currency, most, text, onChange }: AmountFieldProps): ReactNode {
  const t = useTexts(PAYMENT);
  const { language } = useLanguage();
  const mostText = amountText(Number(fromMinorUnits(most, currency)), currency, language);
  const result = readAmount(text, currency, most);
  const problems = {
    needed: t.amountNeeded,
    'too-high': t.amountTooHigh(mostText),
    'too-precise': t.amountTooPrecise(currency, String(currencyExponent(currency))),
  };
  return (
    <TextInput
      label={label}
      description={t.ofWhich(mostText)}
      inputMode="decimal"
      dir="ltr"
      data-autofocus
      leftSection={<span className="qf-number">{currency}</span>}
      leftSectionWidth={56}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={typeof result === 'string' ? problems[result] : undefined}
    />
  );
}
