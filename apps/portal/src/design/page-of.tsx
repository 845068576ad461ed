import { Skeleton } from '@mantine/core';
import { NotFoundError } from '@qafila/sdk';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Columns } from './columns.tsx';
import { EmptyState } from './empty-state.tsx';
import { Failure } from './failure.tsx';
import { Page } from './page.tsx';

interface PageOfProps<Thing> {
  /** Of the screen, until the thing is known. */
  title: string;
  back: { to: string; label: string };
  id: string;
  /** Says that there is no thing of this id. */
  notFound: string;
  read: { data: Thing | undefined; error: Error | null; retry(): void };
  children(thing: Thing): ReactNode;
}

/** The screen of one thing: it does not exist, cannot be read, is on its way, or is shown. */
export function PageOf<Thing>({ title, back, id, notFound, read, children }: PageOfProps<Thing>): ReactNode {
  const { data, error, retry } = read;
  if (error instanceof NotFoundError)
    return (
      <Page title={title} heading=" " back={back}>
        <EmptyState icon={SearchX} title={notFound} text={<bdi className="qf-code">{id}</bdi>} />
      </Page>
    );
  // What is shown already stays when a later read of it fails.
  if (data !== undefined) return children(data);
  if (error)
    return (
      <Page title={title} back={back}>
        <Failure error={error} retry={retry} />
      </Page>
    );
  return (
    <Page title={title} heading={<Skeleton height={32} width={220} />} back={back}>
      <Columns main={<Skeleton height={320} radius="lg" />} side={<Skeleton height={240} radius="lg" />} />
    </Page>
  );
}
