import { Textarea } from '@mantine/core';
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
import { customerName, useMethodText } from './payment-parts.tsx';
import { PAYMENT } from './payment.texts.ts';
import { minorOf, readAmount } from './read-amount.ts';

export function RefundDialog({ payment, intent, refunds, onClose }: PaymentInFull & { onClose(): void }): ReactNode {
  const t = useTexts(PAYMENT);
  const { language } = useLanguage();
  const { currency } = payment;
  const most = refundable({ intent, refunds, payment });
  const [text, setText] = useState(fromMinorUnits(most, currency));
  const [reason, setReason] = useState('');
  const refund = useChange('createRefund');
  const amount = readAmount(text, currency, most);
  const shown = (minor: bigint): string => amountText(Number(fromMinorUnits(minor, currency)), currency, language);
  const method = useMethodText(payment);
  const lines = (minor: bigint): string[] => [
    t.refundEffect(shown(minor), `\u2068${customerName(payment)}\u2069`, method),
    minor === most ? t.refundAll : t.refundLeft(shown(most - minor)),
    t.refundFinal,
  ];
  const act = async (minor: bigint): Promise<void> => {
    const { status } = await refund.mutateAsync({
      body: {
        payment_intent_id: payment.payment_intent_id,
        refunded_amount: fromMinorUnits(minor, currency),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      },
    });
    onClose();
    toast({ succeeded: t.refundDone(shown(minor)), pending: t.pending, failed: t.refundFailed }[status]);
  };
  const isAmount = typeof amount === 'bigint';
  return (
    <ActionDialog
      title={t.refundTitle}
      act={isAmount ? `${t.refund} ${shown(amount)}` : t.refund}
      effect={isAmount ? { title: t.effect, lines: lines(amount) } : undefined}
      canAct={isAmount}
      isActing={refund.isPending}
      error={refund.error}
      onAct={() => void (isAmount && act(amount).catch(() => {}))}
      onClose={onClose}
    >
      <AmountField label={t.refundAmount} currency={currency} most={most} text={text} onChange={setText} />
      <Textarea
        label={t.reason}
        description={t.reasonHint}
        dir="auto"
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

/** What is captured and neither refunded nor on its way back. */
function refundable({ intent, refunds }: PaymentInFull): bigint {
  const { currency } = intent;
  const pending = refunds
    .filter(({ status }) => status === 'pending')
    .reduce((sum, { refunded_amount }) => sum + minorOf(refunded_amount, currency), 0n);
  const left = minorOf(intent.amount_captured, currency) - minorOf(intent.amount_refunded, currency) - pending;
  return left > 0n ? left : 0n;
}
