import { Button, Skeleton } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import { Bot, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { EmptyState } from '../design/empty-state.tsx';
import { Failure } from '../design/failure.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { CreateServiceAccount } from './create-service-account.tsx';
import { DEVELOPERS } from './developers.texts.ts';
import listStyles from './list.module.css';
import { Section } from './section.tsx';
import { ServiceAccountPanel } from './service-account-panel.tsx';

export type ServiceAccount = AnswerOf<'listServiceAccounts'>['items'][number];

export function ServiceAccounts(): ReactNode {
  const t = useTexts(DEVELOPERS);
  const mayWrite = useMay('keys:write');
  const { data, error, refetch } = useAnswer('listServiceAccounts', {});
  const [isCreating, setIsCreating] = useState(false);
  const create = mayWrite && (
    <Button leftSection={<Plus size={16} />} onClick={() => setIsCreating(true)}>
      {t.createAccount}
    </Button>
  );
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Section text={t.accountsText} action={create}>
      {data ? (
        data.items.map((account) => <ServiceAccountPanel key={account.client_id} account={account} />)
      ) : (
        <Skeleton height={180} radius="lg" />
      )}
      {data?.items.length === 0 && (
        <div className={listStyles.empty}>
          <EmptyState icon={Bot} title={t.noAccounts} text={t.noAccountsText} />
        </div>
      )}
      {isCreating && <CreateServiceAccount onClose={() => setIsCreating(false)} />}
    </Section>
  );
}
