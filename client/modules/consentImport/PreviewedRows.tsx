import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConsentImport, ConsentMapping, ConsentPreviewRow } from '../../../shared/consentImport/schema.ts';
import type { PreviewColumn } from '../../imports/PreviewRows.tsx';
import { EMPTY, UnderstoodRows } from '../../imports/UnderstoodRows.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chakra, StatusTag, useFormat } from '../../ui/index.ts';
import { useFieldName } from './words.ts';

const TONES = { ALL: 'ok', ACCEPT: 'info', NONE: 'neutral' } as const;

/** The first rows as read by the current mapping: what will be recorded, or the problems. */
export function PreviewedRows({ record, mapping }: { record: ConsentImport; mapping: ConsentMapping }) {
  const { ws } = useSession();
  const useRows = (read: ConsentMapping) =>
    trpc.consentImport.preview.useQuery({ ws, id: record.id, ...read }, { placeholderData: keepPreviousData });
  return (
    <UnderstoodRows
      texts="consentImport"
      mapping={mapping}
      useRows={useRows}
      columns={useColumns()}
      nameOf={useFieldName(record.form)}
    />
  );
}

function useColumns(): PreviewColumn<ConsentPreviewRow>[] {
  const { t } = useTranslation('consentImport');
  const { number, dateTime, text } = useFormat();
  const column = (
    key: 'subject' | 'at' | 'action' | 'purposes' | 'version' | 'source',
    cell: PreviewColumn<ConsentPreviewRow>['cell'],
    css?: PreviewColumn<ConsentPreviewRow>['css'],
  ) => ({ key, heading: t(`preview.${key}`), cell, ...(css && { css }) });
  return [
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
  ];
}
