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
import type { ImportKind, Tile } from '../../imports/kind.ts';
import { useCan } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { chooseColumn, FormSettings, readColumns, useParts } from './columns.tsx';
import { CheckedEffect, DoneLead, Effect } from './effect.tsx';
import { FormChoice } from './FormChoice.tsx';
import { PreviewedRows } from './PreviewedRows.tsx';
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
    nameOf: ({ consent }) => consent.name,
  },
  columns: {
    required: REQUIRED_CONSENT_FIELDS,
    useParts,
    read: readColumns,
    choose: chooseColumn,
    problem: (mapping) => (tellsChoice(mapping) ? null : 'columns.noChoice'),
    Settings: FormSettings,
    Preview: PreviewedRows,
  },
  useFieldName: ({ form }) => useFieldName(form),
  checked: { useTiles, Effect: CheckedEffect },
  done: { useLink, Lead: DoneLead, Effect: ({ record }) => <Effect record={record} done /> },
};

function useTiles({ summary }: ConsentImport): Tile[] {
  const { t } = useTranslation('consentImport');
  return [
    { label: t('checked.toWrite'), value: summary.accepted, tone: 'ok' },
    { label: t('checked.unchanged'), value: summary.unchanged },
    { label: t('checked.repeated'), value: summary.repeated },
  ];
}

/** A link to the history of the form, or to the form for those who cannot read its history. */
function useLink({ consent }: ConsentImport) {
  const { t } = useTranslation('consentImport');
  return useCan('consent.dashboard')
    ? { label: t('done.history'), href: pageAddress('consentDashboard', { form: consent.id }) }
    : { label: t('done.form'), href: recordAddress('consent', consent.id) };
}
