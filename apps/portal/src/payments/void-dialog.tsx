import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { amountText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import type { PaymentInFull } from './payment-actions.tsx';
import { customerName } from './payment-parts.tsx';
import { PAYMENT } from './payment.texts.ts';

export function VoidDialog({ payment, intent, onClose }: PaymentInFull & { onClose(): void }): ReactNode {
  const t = useTexts(PAYMENT);
  const { language } = useLanguage();
  const release = useChange('voidIntent');
  const amount = amountText(intent.amount_capturable, payment.currency, language);
  const act = async (): Promise<void> => {
    const { pi_status } = await release.mutateAsync({ path: { id: payment.payment_intent_id } });
    onClose();
    toast(pi_status === 'processing' ? t.pending : t.voidDone);
  };
  return (
    <ActionDialog
      title={t.voidTitle}
      act={t.void}
      isDangerous
      effect={{ title: t.effect, lines: [t.voidEffect(amount, `\u2068${customerName(payment)}\u2069`), t.voidFinal] }}
      isActing={release.isPending}
      error={release.error}
      onAct={() => void act().catch(() => {})}
      onClose={onClose}
    />
  );
}
