import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { callSession } from '../api/client.ts';
import { DESIGN } from '../design/design.texts.ts';
import { useFailureText } from '../design/failure.tsx';
import { FormError } from '../design/form-error.tsx';
import { useTexts } from '../language/language.tsx';
import { useSession } from './session.ts';
import { SESSION_TEXTS } from './session.texts.ts';

/** The password again; of people without one a code. */
export function ConfirmForm({ onDone }: { onDone(confirmed: boolean): void }): ReactNode {
  const t = useTexts(SESSION_TEXTS);
  const { cancel } = useTexts(DESIGN);
  const { person } = useSession();
  const [proof, setProof] = useState('');
  const confirm = useMutation({
    mutationFn: () =>
      callSession('POST', '/session/confirm', person.has_password ? { password: proof } : { code: proof.trim() }),
    onSuccess: () => onDone(true),
  });
  const failure = useFailureText(confirm.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  const field = { value: proof, 'data-autofocus': true, dir: 'ltr' } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {person.has_password ? t.confirmText : t.confirmCodeText}
        </Text>
        <FormError text={failure} />
        {person.has_password ? (
          <PasswordInput
            {...field}
            label={t.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
            onChange={(event) => setProof(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            {...field}
            label={t.code}
            autoComplete="one-time-code"
            onChange={(event) => setProof(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone(false)}>
            {cancel}
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={proof === ''}>
            {t.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
