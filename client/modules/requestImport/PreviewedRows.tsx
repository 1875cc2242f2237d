import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RequestImport, RequestMapping, RequestPreviewRow } from '../../../shared/requestImport/schema.ts';
import type { PreviewColumn } from '../../imports/PreviewRows.tsx';
import { EMPTY, UnderstoodRows } from '../../imports/UnderstoodRows.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import { useFieldName } from './words.ts';

/** The first rows as interpreted by the current mapping: what will be written, or the errors. */
export function PreviewedRows({ record, mapping }: { record: RequestImport; mapping: RequestMapping }) {
  const { ws } = useSession();
  const useRows = (read: RequestMapping) =>
    trpc.requestImport.preview.useQuery({ ws, id: record.id, ...read }, { placeholderData: keepPreviousData });
  return (
    <UnderstoodRows
      texts="requestImport"
      mapping={mapping}
      useRows={useRows}
      columns={useColumns()}
      nameOf={useFieldName()}
    />
  );
}

function useColumns(): PreviewColumn<RequestPreviewRow>[] {
  const { t } = useTranslation(['requestImport', 'request']);
  const { dateTime, text } = useFormat();
  const column = (
    key: 'reference' | 'name' | 'receivedAt' | 'rights' | 'stage',
    cell: PreviewColumn<RequestPreviewRow>['cell'],
    css?: PreviewColumn<RequestPreviewRow>['css'],
  ) => ({ key, heading: t(`preview.${key}`), cell, ...(css && { css }) });
  return [
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
  ];
}
