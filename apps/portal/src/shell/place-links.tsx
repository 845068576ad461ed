import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { useSession } from '../session/session.ts';
import { PLACES } from './navigation.ts';
import { SHELL } from './shell.texts.ts';

interface PlaceLinksProps {
  className: string | undefined;
  iconSize: number;
  /** All places when left out. */
  placesMax?: number;
  onNavigate?(): void;
}

/** The places that the person's role opens. */
export function PlaceLinks({ className, iconSize, placesMax, onNavigate }: PlaceLinksProps): ReactNode {
  const t = useTexts(SHELL);
  const { scopes } = useSession();
  const places = PLACES.filter(({ scope }) => scope === undefined || scopes.includes(scope)).slice(0, placesMax);
  return places.map(({ name, to, icon: Icon }) => (
    <Link
      key={name}
      to={to}
      className={className}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      onClick={onNavigate}
    >
      <Icon size={iconSize} strokeWidth={1.75} aria-hidden />
      {t[name]}
    </Link>
  ));
}
