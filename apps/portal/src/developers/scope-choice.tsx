import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { DEVELOPERS } from './developers.texts.ts';

type Scope = keyof (typeof DEVELOPERS)['en']['scopeNames'];

interface ScopeChoiceProps<S extends Scope> {
  choices: readonly S[];
  chosen: readonly S[];
  onChange(chosen: S[]): void;
}

export function ScopeChoice<S extends Scope>({ choices, chosen, onChange }: ScopeChoiceProps<S>): ReactNode {
  const t = useTexts(DEVELOPERS);
  const names: Readonly<Record<string, string>> = t.scopeNames;
  return (
    <Checkbox.Group
      label={t.scopes}
      description={t.scopesHint}
      value={[...chosen]}
      onChange={(values) => onChange(choices.filter((scope) => values.includes(scope)))}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={names[scope]}
            description={<bdi className="qf-code">{scope}</bdi>}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
