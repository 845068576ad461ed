import { Checkbox, Skeleton, Stack } from '@mantine/core';
import type { AnswerOf } from '@qafila/sdk';
import type { ReactNode } from 'react';
import { useAnswer } from '../api/queries.ts';
import { Failure } from '../design/failure.tsx';
import { useTexts } from '../language/language.tsx';
import styles from './event-choice.module.css';
import { WEBHOOKS } from './webhooks.texts.ts';

type EventType = AnswerOf<'listWebhookEventTypes'>['items'][number];

interface EventChoiceProps {
  /** Names, families such as `payment.*`, or `*`. */
  chosen: readonly string[];
  onChange(chosen: string[]): void;
}

/** All events, whole families, or single types. What a chosen family contains needs no tick of its own. */
export function EventChoice({ chosen, onChange }: EventChoiceProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  const { data, error, refetch } = useAnswer('listWebhookEventTypes', {});
  const isAll = chosen.includes('*');
  const toggle = (pattern: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen.filter((each) => each !== '*'), pattern] : chosen.filter((each) => each !== pattern));
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{t.events}</legend>
      <Checkbox
        label={t.allEvents}
        description={t.allEventsHint}
        checked={isAll}
        onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
      />
      {!isAll && error && <Failure error={error} retry={() => void refetch()} />}
      {!isAll && !data && !error && <Skeleton height={160} radius="md" />}
      {!isAll && data && (
        <div className={styles.families} tabIndex={0} role="group" aria-label={t.events}>
          {familiesOf(data.items).map(([family, types]) => (
            <Family key={family} family={family} types={types} chosen={chosen} onToggle={toggle} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface FamilyProps {
  family: string;
  types: EventType[];
  chosen: readonly string[];
  onToggle(pattern: string, isOn: boolean): void;
}

function Family({ family, types, chosen, onToggle }: FamilyProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  return (
    <Stack gap="xs">
      <Checkbox
        label={
          <bdi className="qf-code" dir="ltr">
            {family}
          </bdi>
        }
        description={t.family}
        checked={chosen.includes(family)}
        onChange={(event) => onToggle(family, event.currentTarget.checked)}
      />
      {types.map(({ name, patterns, summary }) => {
        const isCovered = patterns.some((pattern) => pattern !== name && chosen.includes(pattern));
        return (
          <Checkbox
            key={name}
            className={styles.type}
            label={
              <bdi className="qf-code" dir="ltr">
                {name}
              </bdi>
            }
            description={<bdi>{summary}</bdi>}
            checked={isCovered || chosen.includes(name)}
            disabled={isCovered}
            onChange={(event) => onToggle(name, event.currentTarget.checked)}
          />
        );
      })}
    </Stack>
  );
}

/** The types by their widest family. */
function familiesOf(types: readonly EventType[]): [string, EventType[]][] {
  const families = new Map<string, EventType[]>();
  for (const type of types) {
    const family = `${type.name.split('.')[0]}.*`;
    families.set(family, [...(families.get(family) ?? []), type]);
  }
  return [...families];
}
