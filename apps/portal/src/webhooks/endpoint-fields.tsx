import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { EventChoice } from './event-choice.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

export interface EndpointDraft {
  url: string;
  description: string;
  event_types: string[];
}

interface EndpointFieldsProps {
  draft: EndpointDraft;
  onChange(draft: EndpointDraft): void;
}

const URL_CHARACTERS_MAX = 2_048;
const DESCRIPTION_CHARACTERS_MAX = 200;

export const isComplete = ({ url, event_types }: EndpointDraft): boolean => url.trim() !== '' && event_types.length > 0;

export const bodyOf = ({ url, description, event_types }: EndpointDraft): EndpointDraft => ({
  url: url.trim(),
  description: description.trim(),
  event_types,
});

/** What a person sets of an endpoint. The API judges the address, with its own message. */
export function EndpointFields({ draft, onChange }: EndpointFieldsProps): ReactNode {
  const t = useTexts(WEBHOOKS);
  return (
    <>
      <TextInput
        type="url"
        label={t.url}
        description={t.urlHint}
        placeholder="https://shop.example/hooks/qafila"
        dir="ltr"
        required
        maxLength={URL_CHARACTERS_MAX}
        value={draft.url}
        onChange={(event) => onChange({ ...draft, url: event.currentTarget.value })}
      />
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        dir="auto"
        autosize
        maxLength={DESCRIPTION_CHARACTERS_MAX}
        value={draft.description}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
      <EventChoice chosen={draft.event_types} onChange={(event_types) => onChange({ ...draft, event_types })} />
    </>
  );
}
