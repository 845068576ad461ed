import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, Languages, LogOut, Moon, Search, Sun } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { PLACES } from './navigation.ts';
import { SHELL } from './shell.texts.ts';
import { useSignOut } from './use-sign-out.ts';

const TRANSACTION_ID = /^txn_\w+$/;

/** ⌘K: every screen and action by its name, and payments by whatever is known of them. */
export function Palette(): ReactNode {
  const t = useTexts(SHELL);
  const [text, setText] = useState('');
  const searches = useSearchActions(text.trim());
  const groups: SpotlightActionGroupData[] = [
    { group: t.payments, actions: searches },
    { group: t.goTo, actions: usePlaces() },
    { group: t.actions, actions: useCommands() },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      filter={(_, all) => matching(all as SpotlightActionGroupData[], text.trim().toLowerCase())}
      query={text}
      onQueryChange={setText}
      nothingFound={t.nothingFound}
      shortcut={null}
      scrollable
      maxHeight={420}
      searchProps={{ placeholder: t.search, leftSection: <Search size={18} />, 'aria-label': t.search }}
    />
  );
}

/** What was typed is in the name of the searching actions anyway. */
function matching(groups: SpotlightActionGroupData[], text: string): SpotlightActionGroupData[] {
  const fits = ({ id, label }: SpotlightActionData): boolean =>
    id?.startsWith('search') || `${label}`.toLowerCase().includes(text);
  return groups
    .map(({ group, actions }) => ({ group, actions: actions.filter(fits) }))
    .filter(({ actions }) => actions.length > 0);
}

function usePlaces(): SpotlightActionData[] {
  const t = useTexts(SHELL);
  const { scopes } = useSession();
  const navigate = useNavigate();
  return PLACES.filter(({ scope }) => scope === undefined || scopes.includes(scope)).map(
    ({ name, to, icon: Icon }) => ({
      id: name,
      label: t[name],
      leftSection: <Icon size={18} strokeWidth={1.75} />,
      onClick: () => void navigate({ to }),
    }),
  );
}

function useSearchActions(text: string): SpotlightActionData[] {
  const t = useTexts(SHELL);
  const { scopes } = useSession();
  const navigate = useNavigate();
  if (text === '' || !scopes.includes('payments:read')) return [];
  if (TRANSACTION_ID.test(text))
    return [
      {
        id: 'search-id',
        label: t.openPayment(text),
        leftSection: <ArrowRight size={18} className="qf-flip" />,
        onClick: () => void navigate({ to: '/payments/$id', params: { id: text } }),
      },
    ];
  return [
    {
      id: 'search',
      label: t.searchPayments(text),
      leftSection: <Search size={18} />,
      onClick: () => void navigate({ to: '/payments', search: { search: text } }),
    },
  ];
}

function useCommands(): SpotlightActionData[] {
  const t = useTexts(SHELL);
  const { language, setLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';
  const signOut = useSignOut();
  return [
    {
      id: 'language',
      label: t.language,
      leftSection: <Languages size={18} />,
      onClick: () => setLanguage(language === 'ar' ? 'en' : 'ar'),
    },
    {
      id: 'appearance',
      label: isDark ? t.light : t.dark,
      leftSection: isDark ? <Sun size={18} /> : <Moon size={18} />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    { id: 'sign-out', label: t.signOut, leftSection: <LogOut size={18} />, onClick: () => void signOut() },
  ];
}
