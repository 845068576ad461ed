import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { Amount } from '../design/amount.tsx';
import { Columns } from '../design/columns.tsx';
import { Page } from '../design/page.tsx';
import { PageOf } from '../design/page-of.tsx';
import { amountText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { Attempts, Books, Refunds, Routing } from './payment-lists.tsx';
import { PaymentActions } from './payment-actions.tsx';
import type { PaymentInFull } from './payment-actions.tsx';
import { PaymentStatus } from './payment-parts.tsx';
import { CustomerPanel, DetailsPanel, Totals } from './payment-details.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import styles from './payment-page.module.css';
import { PAYMENT } from './payment.texts.ts';
import { PAYMENTS } from './payments.texts.ts';
import { paymentRoute } from './routes.ts';

const SETTLED_AFTER_MS = 3_000;

export function PaymentPage(): ReactNode {
  const { title } = useTexts(PAYMENTS);
  const t = useTexts(PAYMENT);
  const { id } = paymentRoute.useParams();
  const back = { to: '/payments', label: title };
  return (
    <PageOf title={title} back={back} id={id} notFound={t.notFound} read={usePayment(id)}>
      {(parts) => <Shown parts={parts} back={back} />}
    </PageOf>
  );
}

function Shown({ parts, back }: { parts: PaymentInFull; back: { to: string; label: string } }): ReactNode {
  const { payment, intent, refunds } = parts;
  const t = useTexts(PAYMENT);
  const { language } = useLanguage();
  return (
    <Page
      title={t.title(amountText(payment.amount, payment.currency, language))}
      heading={
        <span className={styles.heading}>
          <Amount value={payment.amount} currency={payment.currency} size="large" />
          <PaymentStatus status={payment.status} />
        </span>
      }
      text={<bdi>{payment.order_reference}</bdi>}
      actions={<PaymentActions {...parts} />}
      back={back}
    >
      {payment.queue && <p className={styles.review}>{t.review}</p>}
      <Totals payment={payment} intent={intent} />
      <Columns
        main={
          <>
            <PaymentTimeline payment={payment} />
            <Refunds refunds={refunds} />
            <Attempts payment={payment} />
            <Books payment={payment} />
          </>
        }
        side={
          <>
            <DetailsPanel payment={payment} />
            <CustomerPanel payment={payment} />
            <Routing payment={payment} />
          </>
        }
      />
    </Page>
  );
}

interface Reading {
  data: PaymentInFull | undefined;
  error: Error | null;
  retry(): void;
}

/** The transaction, then its intent and refunds. While a result is open, it is read again. */
function usePayment(id: string): Reading {
  const isOpen = (status: string | undefined): boolean => status === 'processing';
  const payment = useAnswer('getTransaction', { path: { id } });
  const intentId = payment.data?.payment_intent_id ?? '';
  const known = { enabled: intentId !== '' };
  const intent = useAnswer('getIntent', { path: { id: intentId } }, known);
  const hasPending = isOpen(intent.data?.pi_status);
  const refunds = useAnswer(
    'listRefunds',
    { query: { payment_intent_id: intentId, limit: 100 } },
    {
      ...known,
      refetchMs: hasPending ? SETTLED_AFTER_MS : undefined,
    },
  );
  const queries = [payment, intent, refunds];
  return {
    data:
      payment.data && intent.data && refunds.data
        ? { payment: payment.data, intent: intent.data, refunds: refunds.data.items }
        : undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => queries.forEach((query) => void query.refetch()),
  };
}
