import { Checkbox } from '@mantine/core';
import { fromMinorUnits } from '@qafila/money/minor-units';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { amountText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { AmountField } from './amount-field.tsx';
import type { PaymentInFull } from './payment-actions.tsx';
import { customerName } from './payment-parts.tsx';
import { PAYMENT } from './payment.texts.ts';
import { minorOf, readAmount } from './read-amount.ts';

export function CaptureDialog({ payment, intent, onClose }: PaymentInFull & { onClose(): void }): ReactNode {
  const t = useTexts(PAYMENT);
  const { language } = useLanguage();
  const { currency } = payment;
  const most = minorOf(intent.amount_capturable, currency);
  const [text, setText] = useState(fromMinorUnits(most, currency));
  const [keepsRest, setKeepsRest] = useState(false);
  const capture = useChange('captureIntent');
  const amount = readAmount(text, currency, most);
  const isAmount = typeof amount === 'bigint';
  const isPart = isAmount && amount < most;
  const shown = (minor: bigint): string => amountText(Number(fromMinorUnits(minor, currency)), currency, language);
  const lines = (minor: bigint): string[] => [
    t.captureEffect(shown(minor), `\u2068${customerName(payment)}\u2069`),
    ...(isPart ? [(keepsRest ? t.captureKeep : t.captureRest)(shown(most - minor))] : []),
  ];
  const act = async (minor: bigint): Promise<void> => {
    const { pi_status } = await capture.mutateAsync({
      path: { id: payment.payment_intent_id },
      body: { amount: fromMinorUnits(minor, currency), final_capture: !(isPart && keepsRest) },
    });
    onClose();
    toast(pi_status === 'processing' ? t.pending : t.captureDone(shown(minor)));
  };
  return (
    <ActionDialog
      title={t.captureTitle}
      act={isAmount ? `${t.capture} ${shown(amount)}` : t.capture}
      effect={isAmount ? { title: t.effect, lines: lines(amount) } : undefined}
      canAct={isAmount}
      isActing={capture.isPending}
      error={capture.error}
      onAct={() => void (isAmount && act(amount).catch(() => {}))}
      onClose={onClose}
    >
      <AmountField label={t.captureAmount} currency={currency} most={most} text={text} onChange={setText} />
      {isPart && (
        <Checkbox
          label={t.keepRest}
          checked={keepsRest}
          onChange={(event) => setKeepsRest(event.currentTarget.checked)}
        />
      )}
    </ActionDialog>
  );
}
