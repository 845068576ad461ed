import { Button, Tooltip } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { CaptureDialog } from './capture-dialog.tsx';
import { PAYMENT } from './payment.texts.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

export interface PaymentInFull {
  payment: AnswerOf<'getTransaction'>;
  intent: AnswerOf<'getIntent'>;
  refunds: AnswerOf<'listRefunds'>['items'];
}

const DIALOGS = { refund: RefundDialog, capture: CaptureDialog, void: VoidDialog };
type Act = keyof typeof DIALOGS;

/** The acts that the payment's state allows. A role without them sees why they cannot be pressed. */
export function PaymentActions(props: PaymentInFull): ReactNode {
  const t = useTexts(PAYMENT);
  const mayWrite = useMay('payments:write');
  const [act, setAct] = useState<Act | null>(null);
  const Dialog = act && DIALOGS[act];
  return (
    <>
      {actsOf(props).map((each, index) => (
        <Tooltip key={each} label={t.noScope} disabled={mayWrite}>
          <Button
            variant={index === 0 ? 'filled' : 'default'}
            onClick={() => mayWrite && setAct(each)}
            data-disabled={!mayWrite || undefined}
            aria-disabled={!mayWrite}
          >
            {t[each]}
          </Button>
        </Tooltip>
      ))}
      {Dialog && <Dialog {...props} onClose={() => setAct(null)} />}
    </>
  );
}

function actsOf({ payment, intent }: PaymentInFull): Act[] {
  if (intent.amount_capturable > 0) return ['capture', 'void'];
  return payment.captured_amount > intent.amount_refunded ? ['refund'] : [];
}
