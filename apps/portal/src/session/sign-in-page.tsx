import { Alert, Button } from '@mantine/core';
import { Info } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Logo } from '../design/logo.tsx';
import { useLanguage, useTexts } from '../language/language.tsx';
import { SESSION_TEXTS } from './session.texts.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

export type SignInReason = 'ended' | 'signed-out';

/** The one page for people who are not signed in. */
export function SignInPage({ reason, onSignedIn }: { reason?: SignInReason; onSignedIn(): void }): ReactNode {
  const t = useTexts(SESSION_TEXTS);
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    document.title = `${t.signIn} · Qafila`;
  }, [t.signIn]);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          lang={language === 'ar' ? 'en' : 'ar'}
          onClick={() => setLanguage(language === 'ar' ? 'en' : 'ar')}
        >
          {t.language}
        </Button>
      </header>
      <main className={styles.main}>
        <div className={styles.box}>
          <h1 className={styles.title}>{t.welcome}</h1>
          <p className={styles.text}>{t.subtitle}</p>
          {reason && (
            <Alert variant="light" color="brand" icon={<Info size={18} />} mb="md" className={styles.reason}>
              {reason === 'ended' ? t.ended : t.signedOut}
            </Alert>
          )}
          <SignInForm onSignedIn={onSignedIn} />
        </div>
      </main>
    </div>
  );
}
