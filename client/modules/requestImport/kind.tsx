import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import {
  REQUIRED_REQUEST_FIELDS,
  type RequestImport,
  type RequestImportItem,
} from '../../../shared/requestImport/schema.ts';
import { REQUEST_TABLE } from '../../../shared/requestImport/table.ts';
import type { ImportKind, PastColumn, Tile } from '../../imports/kind.ts';
import { trpc } from '../../trpc.ts';
import type { Column } from '../../ui/table/index.ts';
import { chooseColumn, DateSettings, readColumns, useParts } from './columns.tsx';
import { CheckedEffect, DoneLead, Effect } from './effect.tsx';
import { FormChoice } from './FormChoice.tsx';
import { UnderstoodRows } from './UnderstoodRows.tsx';
import { useFieldName } from './words.ts';

/** The definition of this import for the wizard: into one form, and confirmed before it is written. */
export const requestImport: ImportKind<{ item: RequestImportItem; record: RequestImport }> = {
  texts: 'requestImport',
  address: (values) => pageAddress('requestImport', values),
  parent: { label: 'requestScreen:title', href: pageAddress('requests') },
  router: trpc.requestImport,
  useCache: () => trpc.useUtils().requestImport,
  upload: REQUEST_TABLE,
  target: { param: 'form', of: ({ form }) => form.id, Choice: FormChoice, templateHelp: 'start.templateChoose' },
  usePastColumns,
  columns: {
    required: REQUIRED_REQUEST_FIELDS,
    useParts,
    read: readColumns,
    choose: chooseColumn,
    Settings: DateSettings,
    Preview: UnderstoodRows,
  },
  useFieldName,
  checked: {
    useTiles,
    Effect: CheckedEffect,
    confirm: { title: 'checked.confirmTitle', body: 'checked.confirmBody' },
  },
  done: {
    useLink: () => ({ label: useTranslation('requestImport').t('done.open'), href: pageAddress('requests') }),
    Lead: DoneLead,
    Effect: ({ record }) => <Effect record={record} done />,
  },
};

function usePastColumns({
  fileName,
  ...others
}: Readonly<Record<PastColumn, Column<RequestImportItem>>>): Column<RequestImportItem>[] {
  const { t } = useTranslation('requestImport');
  const form: Column<RequestImportItem> = {
    id: 'form',
    header: t('past.form'),
    wraps: true,
    cell: (row) => row.form.name,
  };
  return [fileName, form, ...Object.values(others)];
}

function useTiles({ summary }: RequestImport): Tile[] {
  const { t } = useTranslation(['requestImport', 'import']);
  return [
    { label: t('checked.toWrite'), value: summary.accepted, tone: 'ok' },
    { label: t('checked.unchanged'), value: summary.unchanged },
    { label: t('checked.overdue'), value: summary.overdue, tone: summary.overdue > 0 ? 'danger' : undefined },
    {
      label: t('import:checked.rejected'),
      value: summary.rejected,
      tone: summary.rejected > 0 ? 'danger' : undefined,
    },
  ];
}
