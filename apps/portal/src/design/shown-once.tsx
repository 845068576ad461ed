import { Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';
import styles from './shown-once.module.css';
import { useFocusReturn } from './use-focus-return.ts';

interface ShownOnceProps {
  title: string;
  text: string;
  /** Name and secret. */
  secrets: readonly (readonly [name: string, secret: string])[];
  done: string;
  onClose(): void;
}

/** A new secret. Only its button closes it: a press beside it would lose the secret. */
export function ShownOnce({ title, text, secrets, done, onClose }: ShownOnceProps): ReactNode {
  const t = useTexts(DESIGN);
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
      centered
    >
      <Stack>
        <Text size="sm">{text}</Text>
        {secrets.map(([name, secret]) => (
          <div key={name}>
            <div className={styles.name}>{name}</div>
            <div className={styles.secret}>
              <code className={styles.text} dir="ltr" tabIndex={0}>
                {secret}
              </code>
              <CopyButton value={secret}>
                {({ copied, copy }) => (
                  <Button
                    size="xs"
                    variant={copied ? 'light' : 'filled'}
                    leftSection={copied ? <Check size={14} /> : <Copy size={14} />}
                    onClick={copy}
                    aria-label={`${t.copy}: ${name}`}
                  >
                    {copied ? t.copied : t.copy}
                  </Button>
                )}
              </CopyButton>
            </div>
          </div>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
