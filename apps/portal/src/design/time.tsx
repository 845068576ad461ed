import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { agoText, timeText, utcText } from '../language/format.ts';
import { useLanguage } from '../language/language.tsx';

/** A moment in the viewer's zone; hovering shows it in UTC. */
export function Time({ at, ago = false }: { at: string; ago?: boolean }): ReactNode {
  const { language } = useLanguage();
  return (
    <Tooltip label={<bdi dir="ltr">{utcText(at)}</bdi>} openDelay={200}>
      <time dateTime={at}>{ago ? agoText(at, language) : timeText(at, language)}</time>
    </Tooltip>
  );
}
