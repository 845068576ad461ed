import type { ReactNode } from 'react';
import { Page } from '../design/page.tsx';
import { Columns } from '../design/columns.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay, useSession } from '../session/session.ts';
import { FirstSteps } from './first-steps.tsx';
import { HOME } from './home.texts.ts';
import { LatestPayments } from './latest-payments.tsx';
import { Volume } from './volume.tsx';
import { Waiting } from './waiting.tsx';

/** What happened lately, what needs a person, and what a new store does first. */
export function HomePage(): ReactNode {
  const t = useTexts(HOME);
  const { person } = useSession();
  const readsPayments = useMay('payments:read');
  return (
    <Page title={t.title} heading={t.greeting(`\u2068${person.name.split(' ')[0] ?? person.name}\u2069`)}>
      <FirstSteps />
      {readsPayments && <Volume />}
      <Columns main={readsPayments && <LatestPayments />} side={<Waiting />} />
    </Page>
  );
}
