import { useTranslation } from 'react-i18next';
import {
  type ConsentImport,
  type ConsentImportItem,
  REQUIRED_CONSENT_FIELDS,
  tellsChoice,
} from '../../../shared/consentImport/schema.ts';
import { CONSENT_TABLE } from '../../../shared/consentImport/table.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ImportKind, PastColumn, Tile } from '../../imports/kind.ts';
import { useCan } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import type { Column } from '../../ui/table/index.ts';
import { chooseColumn, FormSettings, readColumns, useParts } from './columns.tsx';
import { CheckedEffect, DoneLead, Effect } from './effect.tsx';
import { FormChoice } from './FormChoice.tsx';
import { UnderstoodRows } from './UnderstoodRows.tsx';
import { useFieldName } from './words.ts';

/** The import of consents for the wizard: into one form, and with a confirmation. */
export const consentImport: ImportKind<{ item: ConsentImportItem; record: ConsentImport }> = {
  texts: 'consentImport',
  address: (values) => pageAddress('consentImport', values),
  parent: { label: 'consent:title', href: pageAddress('consents') },
  router: trpc.consentImport,
  useCache: () => trpc.useUtils().consentImport,
  upload: CONSENT_TABLE,
  target: {
    param: 'form',
    of: ({ consent }) => consent.id,
    Choice: FormChoice,
    templateHelp: 'start.templateChoose',
  },
  usePastColumns,
  columns: {
    required: REQUIRED_CONSENT_FIELDS,
    useParts,
    read: readColumns,
    choose: chooseColumn,
    problem: (mapping) => (tellsChoice(mapping) ? null : 'columns.noChoice'),
    Settings: FormSettings,
    Preview: UnderstoodRows,
  },
  useFieldName: ({ form }) => useFieldName(form),
  checked: {
    useTiles,
    Effect: CheckedEffect,
    confirm: { title: 'checked.confirmTitle', body: 'checked.confirmBody' },
  },
  done: { useLink, Lead: DoneLead, Effect: ({ record }) => <Effect record={record} done /> },
};

function usePastColumns({
  fileName,
  status,
  rows,
  ...others
}: Readonly<Record<PastColumn, Column<ConsentImportItem>>>): Column<ConsentImportItem>[] {
  const { t } = useTranslation(['consentImport', 'import']);
  const { number } = useFormat();
  const form: Column<ConsentImportItem> = {
    id: 'consent',
    header: t('past.form'),
    wraps: true,
    cell: ({ consent }) => consent.name,
  };
  const accepted: Column<ConsentImportItem> = {
    id: 'accepted',
    header: t('import:past.accepted'),
    align: 'end',
    cell: (row) => (row.status === 'done' ? number(row.accepted) : '–'),
  };
  return [fileName, form, status, rows, accepted, ...Object.values(others)];
}

function useTiles({ summary }: ConsentImport): Tile[] {
  const { t } = useTranslation(['consentImport', 'import']);
  return [
    { label: t('checked.toWrite'), value: summary.accepted, tone: 'ok' },
    { label: t('checked.unchanged'), value: summary.unchanged },
    { label: t('checked.repeated'), value: summary.repeated },
    {
      label: t('import:checked.rejected'),
      value: summary.rejected,
      tone: summary.rejected > 0 ? 'danger' : undefined,
    },
  ];
}

/** A link to the history of the form, or to the form for those who cannot read its history. */
function useLink({ consent }: ConsentImport) {
  const { t } = useTranslation('consentImport');
  return useCan('consent.dashboard')
    ? { label: t('done.history'), href: pageAddress('consentDashboard', { form: consent.id }) }
    : { label: t('done.form'), href: recordAddress('consent', consent.id) };
}
