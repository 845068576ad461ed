import { Button, Skeleton } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAnswer, useChange } from '../api/queries.ts';
import { ActionDialog } from '../design/action-dialog.tsx';
import { Failure } from '../design/failure.tsx';
import { Panel } from '../design/panel.tsx';
import { ShownOnce } from '../design/shown-once.tsx';
import { StatusBadge } from '../design/status-badge.tsx';
import { Time } from '../design/time.tsx';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import { DEVELOPERS } from './developers.texts.ts';
import listStyles from './list.module.css';
import { Section } from './section.tsx';

type Secret = AnswerOf<'listHmacSecrets'>['items'][number];
type Kind = Secret['kind'];
const KINDS: readonly Kind[] = ['api', 'webhook'];

/** The two secrets of the store under the names that the contract gives them. */
export function HmacSecrets(): ReactNode {
  const t = useTexts(DEVELOPERS);
  const { data, error, refetch } = useAnswer('listHmacSecrets', {});
  const [rotating, setRotating] = useState<Kind | null>(null);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <Section text={t.secretsText}>
      {data ? (
        KINDS.map((kind) => (
          <SecretPanel
            key={kind}
            kind={kind}
            secrets={data.items.filter((secret) => secret.kind === kind)}
            onRotate={() => setRotating(kind)}
          />
        ))
      ) : (
        <Skeleton height={220} radius="lg" />
      )}
      {rotating && <RotateSecret kind={rotating} onClose={() => setRotating(null)} />}
    </Section>
  );
}

function SecretPanel({ kind, secrets, onRotate }: { kind: Kind; secrets: Secret[]; onRotate(): void }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const { language } = useLanguage();
  const mayWrite = useMay('keys:write');
  return (
    <Panel
      title={t.secretNames[kind]}
      text={t.secretUses[kind]}
      flush
      actions={
        mayWrite && (
          <Button size="xs" variant="default" onClick={onRotate} aria-label={t.rotateTitle(t.secretNames[kind])}>
            {t.rotate}
          </Button>
        )
      }
    >
      <ul className={listStyles.list}>
        {secrets.map(({ version, current, created_at, expires_at }) => (
          <li key={version} className={listStyles.item}>
            <span className={listStyles.name}>{t.version(numberText(version, language))}</span>
            {current && <StatusBadge tone="success">{t.current}</StatusBadge>}
            <span className={listStyles.aside}>
              {expires_at ? t.endsAt : t.created} <Time at={expires_at ?? created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function RotateSecret({ kind, onClose }: { kind: Kind; onClose(): void }): ReactNode {
  const t = useTexts(DEVELOPERS);
  const rotate = useChange('rotateHmacSecret');
  const name = t.secretNames[kind];
  if (rotate.data)
    return (
      <ShownOnce
        title={t.secretMade}
        text={t.secretMadeText}
        secrets={[[name, rotate.data.secret]]}
        done={t.done}
        onClose={onClose}
      />
    );
  return (
    <ActionDialog
      title={t.rotateTitle(name)}
      act={t.rotate}
      effect={{ title: t.rotate, lines: [t.rotateEffect, t.rotateOverlap] }}
      isActing={rotate.isPending}
      error={rotate.error}
      onAct={() => rotate.mutate({ body: { kind } })}
      onClose={onClose}
    />
  );
}
