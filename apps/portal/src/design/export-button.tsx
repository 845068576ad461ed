import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { csvLines } from '@qafila/csv/write-csv';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { numberText } from '../language/format.ts';
import { useLanguage, useTexts } from '../language/language.tsx';
import { DESIGN } from './design.texts.ts';
import { EXPORT } from './export.texts.ts';
import { Failure } from './failure.tsx';
import { toast } from './toast.tsx';

/** More rows than this are a report's work: the browser would keep them all in its memory. */
const ROWS_MAX = 100_000;
const PAGE_ROWS = 500;

interface Page<Row> {
  items: Row[];
  next_cursor: string | null;
}

interface ExportButtonProps<Row> {
  /** Without its ending. */
  fileName: string;
  columns: readonly (readonly [head: string, cell: (row: Row) => string])[];
  pageOf(part: { limit: number; cursor?: string; signal: AbortSignal }): Promise<Page<Row>>;
}

/** Reads a list to its end and saves it as CSV. It says how far it is, and can be stopped. */
export function ExportButton<Row>({ fileName, columns, pageOf }: ExportButtonProps<Row>): ReactNode {
  const t = useTexts(EXPORT);
  const d = useTexts(DESIGN);
  const { language } = useLanguage();
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const running = useRef<AbortController | null>(null);
  const close = (): void => {
    running.current?.abort();
    setProgress(null);
    setError(null);
  };
  const start = async (): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    setProgress(0);
    setError(null);
    try {
      const rows = await readAll(pageOf, signal, setProgress);
      save(
        `${fileName}.csv`,
        csvLines([columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]),
      );
      toast(
        rows.length >= ROWS_MAX ? t.cut(numberText(rows.length, language)) : t.done(numberText(rows.length, language)),
      );
      close();
    } catch (thrown) {
      if (!signal.aborted) setError(thrown as Error);
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} />} onClick={() => void start()}>
        {t.export}
      </Button>
      <Modal
        opened={progress !== null}
        onClose={close}
        title={t.title}
        closeButtonProps={{ 'aria-label': d.close }}
        centered
      >
        <Stack>
          {error ? (
            <Failure error={error} retry={() => void start()} />
          ) : (
            <Group gap="sm" role="status">
              <Loader size="sm" />
              <Text size="sm">{t.read(numberText(progress ?? 0, language))}</Text>
            </Group>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {d.cancel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

async function readAll<Row>(
  pageOf: ExportButtonProps<Row>['pageOf'],
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf({ limit: PAGE_ROWS, cursor, signal });
    signal.throwIfAborted();
    rows.push(...page.items);
    onProgress(rows.length);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && rows.length < ROWS_MAX);
  return rows;
}

/** The mark at its begin makes spreadsheets read Arabic as it is. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
