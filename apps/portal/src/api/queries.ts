import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf, InputOf, ItemOf, OperationId } from '@qafila/sdk';
import { call } from './client.ts';

interface Options {
  enabled?: boolean;
  /** Reads again in this time while the page is open. */
  refetchMs?: number;
}

/** The answer of one operation that reads. */
export function useAnswer<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { enabled, refetchMs }: Options = {},
): UseQueryResult<AnswerOf<Id>> {
  return useQuery({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, { ...input, signal }),
    enabled,
    refetchInterval: refetchMs,
  });
}

/** The operations that answer pages with `next_cursor`. */
type CursorListId = {
  [Id in OperationId]: AnswerOf<Id> extends { items: unknown[]; next_cursor: string | null } ? Id : never;
}[OperationId];

export interface List<Item> {
  items: Item[] | undefined;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Shows the rows of the filter before, while those of the new one are on their way. */
  isStale: boolean;
  loadMore(): void;
  retry(): void;
}

interface ListOptions<Item> {
  pageSize?: number;
  /** Reads again in this time as long as the items are these. */
  refetchMs?(items: readonly Item[]): number | false;
}

/** The pages of one list, loaded one after the other. */
export function useList<Id extends CursorListId>(
  id: Id,
  input: InputOf<Id>,
  { pageSize = 25, refetchMs }: ListOptions<ItemOf<Id>> = {},
): List<ItemOf<Id>> {
  const query = useInfiniteQuery({
    queryKey: [id, input, pageSize],
    queryFn: ({ pageParam, signal }) => pageOf(id, input, { limit: pageSize, cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => (data && refetchMs?.(data.pages.flatMap(({ items }) => items))) ?? false,
  });
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isStale: query.isPlaceholderData,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** One page of a list. */
export async function pageOf<Id extends CursorListId>(
  id: Id,
  input: InputOf<Id>,
  { limit, cursor, signal }: { limit: number; cursor?: string; signal?: AbortSignal },
): Promise<Page<ItemOf<Id>>> {
  const { query } = input as { query?: object };
  const paged = { ...input, query: { ...query, limit, cursor }, signal } as InputOf<Id>;
  return (await call(id, paged)) as unknown as Page<ItemOf<Id>>;
}

/** An operation that changes something. Afterwards everything that is shown is read again. */
export function useChange<Id extends OperationId>(id: Id): UseMutationResult<AnswerOf<Id>, Error, InputOf<Id>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<Id>) => call(id, input),
    onSuccess: () => void client.invalidateQueries(),
  });
}
