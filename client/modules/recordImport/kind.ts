import { useTranslation } from 'react-i18next';
import {
  fieldName,
  fits,
  type ImportField,
  REQUIRED_FIELDS,
  type RecordImport,
  type RecordImportItem,
} from '../../../shared/recordImport/schema.ts';
import { RECORD_TABLE } from '../../../shared/recordImport/table.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { ImportKind, Tile } from '../../imports/kind.ts';
import { trpc } from '../../trpc.ts';
import { useLocale } from '../../ui/index.ts';
import {
  chooseColumn,
  FirstRows,
  MappedCount,
  noteColumns,
  readColumns,
  ReadingOptions,
  useParts,
} from './columns.tsx';
import { MeaningCards } from './MeaningCards.tsx';
import { Unfilled } from './Unfilled.tsx';
import { CheckedEffect, DoneEffect, DoneLead } from './effect.tsx';

/** The definition of this import for the wizard. */
export const recordImport: ImportKind<{ item: RecordImportItem; record: RecordImport }> = {
  texts: 'recordImport',
  address: (values) => pageAddress('recordImport', values),
  parent: { label: 'recordScreen:application.title', href: pageAddress('applications') },
  router: trpc.recordImport,
  useCache: () => trpc.useUtils().recordImport,
  upload: RECORD_TABLE,
  columns: {
    required: REQUIRED_FIELDS,
    useParts,
    read: readColumns,
    choose: chooseColumn,
    notes: noteColumns,
    isFilled: ({ constants }, field) => Boolean(constants[field]),
    Unfilled,
    Settings: MappedCount,
    Options: ReadingOptions,
    Preview: FirstRows,
  },
  values: {
    waits: ({ summary }) => summary.texts.some(({ settled }) => !settled),
    has: ({ summary }) => summary.texts.length > 0,
    isRight: ({ values }) => values.every(({ field, meaning }) => meaning === null || fits(field, meaning)),
    Fields: MeaningCards,
  },
  useFieldName() {
    const locale = useLocale();
    return (field) => fieldName(field as ImportField, locale);
  },
  checked: { useTiles, Effect: CheckedEffect },
  done: {
    useLink: () => ({ label: useTranslation('recordImport').t('done.open'), href: pageAddress('applications') }),
    Lead: DoneLead,
    Effect: DoneEffect,
  },
};

function useTiles({ summary }: RecordImport): Tile[] {
  const { t } = useTranslation('recordImport');
  return [
    { label: t('checked.rows'), value: summary.rows },
    { label: t('checked.accepted'), value: summary.accepted, tone: 'ok' },
    { label: t('checked.skipped'), value: summary.skipped },
  ];
}
