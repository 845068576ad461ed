import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { callSession } from '../api/client.ts';
import { useFailureText } from '../design/failure.tsx';
import { FormError } from '../design/form-error.tsx';
import { useTexts } from '../language/language.tsx';
import type { SignInAnswer } from './session.ts';
import { SESSION_TEXTS } from './session.texts.ts';

/** Email and password, then the code of those who have a second factor. */
export function SignInForm({ onSignedIn }: { onSignedIn(): void }): ReactNode {
  const [needsCode, setNeedsCode] = useState(false);
  if (needsCode) return <SecondFactor onSignedIn={onSignedIn} onBack={() => setNeedsCode(false)} />;
  return <Password onSignedIn={onSignedIn} onSecondFactor={() => setNeedsCode(true)} />;
}

function Password({ onSignedIn, onSecondFactor }: { onSignedIn(): void; onSecondFactor(): void }): ReactNode {
  const t = useTexts(SESSION_TEXTS);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => callSession<SignInAnswer>('POST', '/session', { email, password }),
    onSuccess: ({ state }) => (state === 'second_factor' ? onSecondFactor() : onSignedIn()),
  });
  const failure = useFailureText(signIn.error);
  return (
    <form onSubmit={submitting(signIn.mutate)} noValidate>
      <Stack gap="md">
        <FormError text={failure} />
        <TextInput
          label={t.email}
          type="email"
          name="email"
          autoComplete="username"
          dir="ltr"
          size="md"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t.password}
          name="password"
          autoComplete="current-password"
          dir="ltr"
          size="md"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={signIn.isPending} disabled={email === '' || password === ''}>
          {t.signIn}
        </Button>
      </Stack>
    </form>
  );
}

function SecondFactor({ onSignedIn, onBack }: { onSignedIn(): void; onBack(): void }): ReactNode {
  const t = useTexts(SESSION_TEXTS);
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: () => callSession<SignInAnswer>('POST', '/session/second-factor', { code: code.trim() }),
    onSuccess: onSignedIn,
  });
  const failure = useFailureText(verify.error);
  return (
    <form onSubmit={submitting(verify.mutate)} noValidate>
      <Stack gap="md">
        <FormError text={failure} />
        <TextInput
          label={t.code}
          description={t.codeHint}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          size="md"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth loading={verify.isPending} disabled={code.trim() === ''}>
          {t.continue}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {t.otherAccount}
        </Button>
      </Stack>
    </form>
  );
}

function submitting(send: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    send();
  };
}
