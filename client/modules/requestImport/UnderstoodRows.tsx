import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestImport, RequestMapping, RequestPreviewRow } from '../../../shared/requestImport/schema.ts';
import { type PreviewColumn, PreviewRows } from '../../imports/PreviewRows.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, chakra, ErrorState, SkeletonText, useFormat } from '../../ui/index.ts';
import { useFieldName } from './words.ts';

const EMPTY = <chakra.span color="muted">–</chakra.span>;

/** The first rows as interpreted by the current mapping: what will be written, or the errors. */
export function UnderstoodRows({ record, mapping }: { record: RequestImport; mapping: RequestMapping }) {
  const { t } = useTranslation('requestImport');
  const { ws } = useSession();
  const deferredMapping = useDeferredValue(mapping);
  const query = trpc.requestImport.preview.useQuery(
    { ws, id: record.id, ...deferredMapping },
    { placeholderData: keepPreviousData },
  );
  const columns = useColumns();
  const instead = query.error ? (
    <ErrorState title={t('preview.failed')} onRetry={() => void query.refetch()} />
  ) : query.data ? undefined : (
    <Box p="5">
      <SkeletonText lines={6} />
    </Box>
  );
  return (
    <PreviewRows
      title={t('preview.title')}
      lead={t('preview.lead')}
      instead={instead}
      rows={query.data?.rows ?? []}
      columns={columns}
      rowKey={({ row }) => row}
      isMuted={({ example }) => example}
    />
  );
}

function useColumns(): [PreviewColumn<RequestPreviewRow>, ...PreviewColumn<RequestPreviewRow>[]] {
  const { t } = useTranslation(['requestImport', 'request']);
  const { number, dateTime, text } = useFormat();
  const column = (
    key: 'row' | 'reference' | 'name' | 'receivedAt' | 'rights' | 'stage' | 'problems',
    cell: PreviewColumn<RequestPreviewRow>['cell'],
    css?: PreviewColumn<RequestPreviewRow>['css'],
  ) => ({ key, heading: t(`preview.${key}`), cell, ...(css && { css }) });
  return [
    column('row', ({ row }) => number(row)),
    column('reference', ({ reference }) => reference || EMPTY),
    column('name', ({ name }) => name || EMPTY),
    column(
      'receivedAt',
      ({ receivedAt }) => (receivedAt ? dateTime(receivedAt) : EMPTY),
      () => ({ whiteSpace: 'nowrap' }),
    ),
    column(
      'rights',
      ({ rights }) => (rights.length > 0 ? rights.map(text).join(', ') : EMPTY),
      () => ({ minWidth: '10rem' }),
    ),
    column('stage', ({ stage }) => (stage ? t(`request:stage.${stage}`) : EMPTY)),
    column(
      'problems',
      (row) => (row.example ? t('preview.example') : <Sentences row={row} />),
      ({ problems }) => ({ minWidth: '14rem', color: problems.length > 0 ? 'danger.text' : 'muted' }),
    ),
  ];
}

function Sentences({ row }: { row: RequestPreviewRow }) {
  const { t } = useTranslation(['requestImport', 'errors', 'request']);
  const nameOf = useFieldName();
  // Keys are data: they may come from a rule of any module.
  const translate = t as unknown as (key: string, values?: Record<string, unknown>) => string;
  return row.problems.map(({ field, key, values }) => (
    <chakra.span key={`${field} ${key}`} display="block">
      {field === null ? translate(key, values) : `${nameOf(field)}: ${translate(key, values)}`}
    </chakra.span>
  ));
}
