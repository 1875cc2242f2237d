import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../records/useWords.ts';
import { Box, chakra, ErrorState, SkeletonText, useFormat } from '../ui/index.ts';
import type { KindNamespace } from './kind.ts';
import { type PreviewColumn, PreviewRows } from './PreviewRows.tsx';

interface UnderstoodRow {
  row: number;
  /** A row of the template, which is left out. */
  example: boolean;
  problems: readonly { field: string | null; key: string; values?: Record<string, unknown> | undefined }[];
}

interface UnderstoodRowsProps<Row, Mapping> {
  texts: KindNamespace;
  mapping: Mapping;
  /** A hook: the rows as read by a mapping. */
  useRows: (mapping: Mapping) => { data: { rows: readonly Row[] } | undefined; error: unknown; refetch: () => unknown };
  /** Between the number of the row and its problems. */
  columns: readonly PreviewColumn<Row>[];
  nameOf: (field: string) => string;
}

/** In place of a text that a row lacks. */
export const EMPTY = <chakra.span color="muted">–</chakra.span>;

/** The first rows as read by the current mapping: what will be written, or the problems. */
export function UnderstoodRows<Row extends UnderstoodRow, Mapping>({
  texts,
  mapping,
  useRows,
  columns,
  nameOf,
}: UnderstoodRowsProps<Row, Mapping>) {
  const { t } = useTranslation('import');
  const { t: translate } = useWords(texts);
  const { number } = useFormat();
  const { data, error, refetch } = useRows(useDeferredValue(mapping));
  const instead = error ? (
    <ErrorState title={t('preview.failed')} onRetry={() => void refetch()} />
  ) : data ? undefined : (
    <Box p="5">
      <SkeletonText lines={6} />
    </Box>
  );
  const sentences = ({ problems }: Row) =>
    problems.map(({ field, key, values }) => (
      <chakra.span key={`${field} ${key}`} display="block">
        {field === null ? translate(key, values) : `${nameOf(field)}: ${translate(key, values)}`}
      </chakra.span>
    ));
  return (
    <PreviewRows
      title={t('preview.title')}
      lead={t('preview.lead')}
      instead={instead}
      rows={data?.rows ?? []}
      columns={[
        { key: 'row', heading: t('columns.row'), cell: ({ row }) => number(row) },
        ...columns,
        {
          key: 'problems',
          heading: t('problems.title'),
          cell: (row) => (row.example ? t('preview.example') : sentences(row)),
          css: ({ problems }) => ({ minWidth: '14rem', color: problems.length > 0 ? 'danger.text' : 'muted' }),
        },
      ]}
      rowKey={({ row }) => row}
      isMuted={({ example }) => example}
    />
  );
}
