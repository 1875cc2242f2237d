import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import {
  REQUIRED_REQUEST_FIELDS,
  type RequestImport,
  type RequestImportItem,
} from '../../../shared/requestImport/schema.ts';
import { REQUEST_TABLE } from '../../../shared/requestImport/table.ts';
import type { ImportKind, Tile } from '../../imports/kind.ts';
import { trpc } from '../../trpc.ts';
import { chooseColumn, DateSettings, readColumns, useParts } from './columns.tsx';
import { CheckedEffect, DoneLead, Effect } from './effect.tsx';
import { FormChoice } from './FormChoice.tsx';
import { PreviewedRows } from './PreviewedRows.tsx';
import { useFieldName } from './words.ts';

/** The definition of this import for the wizard: into one form, and confirmed before it is written. */
export const requestImport: ImportKind<{ item: RequestImportItem; record: RequestImport }> = {
  texts: 'requestImport',
  address: (values) => pageAddress('requestImport', values),
  parent: { label: 'requestScreen:title', href: pageAddress('requests') },
  router: trpc.requestImport,
  useCache: () => trpc.useUtils().requestImport,
  upload: REQUEST_TABLE,
  target: { param: 'form', of: ({ form }) => form.id, Choice: FormChoice, nameOf: ({ form }) => form.name },
  columns: {
    required: REQUIRED_REQUEST_FIELDS,
    useParts,
    read: readColumns,
    choose: chooseColumn,
    Settings: DateSettings,
    Preview: PreviewedRows,
  },
  useFieldName,
  checked: { useTiles, Effect: CheckedEffect },
  done: {
    useLink: () => ({ label: useTranslation('requestImport').t('done.open'), href: pageAddress('requests') }),
    Lead: DoneLead,
    Effect: ({ record }) => <Effect record={record} done />,
  },
};

function useTiles({ summary }: RequestImport): Tile[] {
  const { t } = useTranslation('requestImport');
  return [
    { label: t('checked.toWrite'), value: summary.accepted, tone: 'ok' },
    { label: t('checked.unchanged'), value: summary.unchanged },
    { label: t('checked.overdue'), value: summary.overdue, tone: summary.overdue > 0 ? 'danger' : undefined },
  ];
}
