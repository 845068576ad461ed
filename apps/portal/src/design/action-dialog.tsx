import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import styles from './action-dialog.module.css';
import { DESIGN } from './design.texts.ts';
import { useFailureText } from './failure.tsx';
import { FormError } from './form-error.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface ActionDialogProps {
  title: string;
  /** The heading of the effects, and each of them. */
  effect?: { title: string; lines: readonly string[] };
  /** The button that does it, by the name of the act. */
  act: string;
  isDangerous?: boolean;
  canAct?: boolean;
  isActing: boolean;
  error: Error | null;
  onAct(): void;
  onClose(): void;
  children?: ReactNode;
}

/** Asks before an act, and says exactly what it does. A refusal keeps what was typed. */
export function ActionDialog(props: ActionDialogProps): ReactNode {
  const { title, effect, act, isDangerous, canAct = true, isActing, error, onAct, onClose, children } = props;
  const t = useTexts(DESIGN);
  useFocusReturn();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canAct && !isActing) onAct();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.close }} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError text={useFailureText(error)} />
          {children}
          {effect && (
            <section className={styles.effect} aria-label={effect.title} aria-live="polite">
              <h3 className={styles.heading}>{effect.title}</h3>
              <ul className={styles.lines}>
                {effect.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" color={isDangerous ? 'red.8' : undefined} loading={isActing} disabled={!canAct}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
