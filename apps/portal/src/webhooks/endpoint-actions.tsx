import { ActionIcon, Button, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { DESIGN } from '../design/design.texts.ts';
import { lazily } from '../design/lazily.tsx';
import { useTexts } from '../language/language.tsx';
import { useMay } from '../session/session.ts';
import type { Endpoint } from './webhook-badges.tsx';
import { WEBHOOKS } from './webhooks.texts.ts';

const dialogs = () => import('./endpoint-dialogs.tsx');
const DIALOGS = {
  test: lazily(dialogs, 'TestEndpoint'),
  edit: lazily(() => import('./edit-endpoint.tsx'), 'EditEndpoint'),
  pause: lazily(dialogs, 'PauseEndpoint'),
  resume: lazily(dialogs, 'ResumeEndpoint'),
  remove: lazily(dialogs, 'DeleteEndpoint'),
};
type Act = keyof typeof DIALOGS;

/** What the state of the endpoint and the person's role allow. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const t = useTexts(WEBHOOKS);
  const d = useTexts(DESIGN);
  const mayWrite = useMay('webhooks:write');
  const [act, setAct] = useState<Act | null>(null);
  const Dialog = act && DIALOGS[act];
  if (!mayWrite) return null;
  const isOn = endpoint.status === 'enabled';
  return (
    <>
      <Button onClick={() => setAct(isOn ? 'test' : 'resume')}>{isOn ? t.test : t.resume}</Button>
      <Button variant="default" onClick={() => setAct('edit')}>
        {t.edit}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={d.more}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOn && <Menu.Item onClick={() => setAct('pause')}>{t.pause}</Menu.Item>}
          <Menu.Item color="red.8" onClick={() => setAct('remove')}>
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {Dialog && <Dialog endpoint={endpoint} onClose={() => setAct(null)} />}
    </>
  );
}
