import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentImport, ConsentMapping, ConsentPreviewRow } from '../../../shared/consentImport/schema.ts';
import { type PreviewColumn, PreviewRows } from '../../imports/PreviewRows.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, chakra, ErrorState, SkeletonText, StatusTag, useFormat } from '../../ui/index.ts';
import { useFieldName } from './words.ts';

const TONES = { ALL: 'ok', ACCEPT: 'accent', NONE: 'neutral' } as const;
const EMPTY = <chakra.span color="muted">–</chakra.span>;

/** The first rows as read by the current mapping: what will be recorded, or the problems. */
export function UnderstoodRows({ record, mapping }: { record: ConsentImport; mapping: ConsentMapping }) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const deferredMapping = useDeferredValue(mapping);
  const query = trpc.consentImport.preview.useQuery(
    { ws, id: record.id, ...deferredMapping },
    { placeholderData: keepPreviousData },
  );
  const columns = useColumns(record);
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

function useColumns(record: ConsentImport): [PreviewColumn<ConsentPreviewRow>, ...PreviewColumn<ConsentPreviewRow>[]] {
  const { t } = useTranslation('consentImport');
  const { number, dateTime, text } = useFormat();
  const column = (
    key: 'row' | 'subject' | 'at' | 'action' | 'purposes' | 'version' | 'source' | 'problems',
    cell: PreviewColumn<ConsentPreviewRow>['cell'],
    css?: PreviewColumn<ConsentPreviewRow>['css'],
  ) => ({ key, heading: t(`preview.${key}`), cell, ...(css && { css }) });
  return [
    column('row', ({ row }) => number(row)),
    column('subject', ({ uid, name }) => (
      <>
        {uid || EMPTY}
        {name && (
          <chakra.span display="block" color="muted">
            {name}
          </chakra.span>
        )}
      </>
    )),
    column(
      'at',
      ({ at }) => (at ? dateTime(at) : EMPTY),
      () => ({ whiteSpace: 'nowrap' }),
    ),
    column('action', ({ action }) =>
      action ? <StatusTag tone={TONES[action]}>{t(`choice.${action}`)}</StatusTag> : EMPTY,
    ),
    column(
      'purposes',
      ({ purposes, action }) =>
        purposes.length > 0 ? purposes.map(text).join(', ') : action === 'NONE' ? t('preview.nothing') : EMPTY,
      () => ({ minWidth: '10rem' }),
    ),
    column('version', ({ version }) => (version === null ? EMPTY : number(version))),
    column('source', ({ source }) => source || EMPTY),
    column(
      'problems',
      (row) => (row.example ? t('preview.example') : <Sentences row={row} record={record} />),
      ({ problems }) => ({ minWidth: '14rem', color: problems.length > 0 ? 'danger.text' : 'muted' }),
    ),
  ];
}

function Sentences({ row, record }: { row: ConsentPreviewRow; record: ConsentImport }) {
  const { t } = useTranslation(['consentImport', 'errors']);
  const nameOf = useFieldName(record.form);
  // Keys are data: they can be of a rule of any module.
  const translate = t as unknown as (key: string, values?: Record<string, unknown>) => string;
  return row.problems.map(({ field, key, values }) => (
    <chakra.span key={`${field} ${key}`} display="block">
      {field === null ? translate(key, values) : `${nameOf(field)}: ${translate(key, values)}`}
    </chakra.span>
  ));
}
