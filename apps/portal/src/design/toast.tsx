import { Check } from 'lucide-react';
import { shownLanguage } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';

/** Says that something was done. What failed is shown where it was asked for, and stays. Loaded with the first one. */
export function toast(message: string): void {
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({
      message,
      icon: <Check size={16} />,
      color: 'brand',
      autoClose: 5_000,
      withBorder: true,
      closeButtonProps: { 'aria-label': DESIGN[shownLanguage()].close },
    }),
  );
}
