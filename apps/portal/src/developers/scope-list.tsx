import type { ReactNode } from 'react';
import { useTexts } from '../language/language.tsx';
import { DEVELOPERS } from './developers.texts.ts';

type Scope = keyof (typeof DEVELOPERS)['en']['scopeNames'];

/** What a key may do, in words; the operator's scope does not count as everything. */
export function ScopeList({ scopes, all }: { scopes: readonly Scope[]; all: readonly Scope[] }): ReactNode {
  const t = useTexts(DEVELOPERS);
  if (all.every((scope) => scopes.includes(scope))) return t.all;
  return <bdi title={scopes.map((scope) => t.scopeNames[scope]).join(', ')}>{scopes.join(', ')}</bdi>;
}
