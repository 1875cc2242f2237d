import type { Locale } from '../../../../shared/locale.ts';
import type { RopaRecord } from '../../../../shared/ropa/record.ts';
import { rowsOf } from '../../../../shared/ropa/rows.ts';
import {
  headingOf,
  ROPA_COLUMN_KEYS,
  ROPA_COLUMNS,
  type RopaColumn,
  type SheetCells,
} from '../../../../shared/ropa/sheet.ts';
import { translate } from '../../../platform/i18n.ts';
import type { Sheet } from '../../../platform/exports/sheet.ts';
import { type Table, xlsxOf } from '../../../platform/exports/xlsx.ts';
import type { RopaFacts } from './facts.ts';
import type { Issue } from './document.ts';
import { ropaWords } from './words.ts';

/** Columns of numbers; all others are texts. */
const NUMBERS = new Set<RopaColumn>(['dataSubjectCount', 'version', 'purposeVersion', 'completeness']);

/**
 * The record as a workbook that can be imported again: a sheet for the activities of a controller, one for those of a
 * processor, and one that lists the columns and their values. `read` returns the records of a role, in order.
 */
export function ropaWorkbook(
  read: (role: 'controller' | 'processor') => AsyncIterable<RopaRecord>,
  locale: Locale,
  about: RopaFacts,
  issue: Issue,
): AsyncGenerator<Uint8Array> {
  const words = ropaWords(locale);
  const { t } = words;
  const officers = about.officers
    .map(({ name, phone, email }) => [name, phone, email].filter(Boolean).join(' · '))
    .join(', ');
  const registerOf = (role: 'controller' | 'processor'): Table<SheetCells> => ({
    sheet: {
      name: t(`sheet.${role}`),
      title: [
        `${t('title')} ${t(`law.${role}`)}`,
        `${t('meta.organization')}: ${about.organization} · ${t('meta.workspace')}: ${issue.workspace}`,
        `${t('meta.controllers')}: ${about.controllers.map(words.name).join(', ') || '–'}`,
        `${t('meta.officer')}: ${officers || t('meta.noOfficer')}`,
        `${t('meta.asOf')} ${words.date(issue.at)} · ${t('meta.by')}: ${issue.by}`,
      ],
      columns: ROPA_COLUMN_KEYS.map((key) => ({
        key,
        header: headingOf(key, locale),
        width: ROPA_COLUMNS[key].width,
        ...(NUMBERS.has(key) && { type: 'number' as const }),
        value: (row) => (NUMBERS.has(key) && row[key] !== '' ? Number(row[key]) : row[key]),
      })),
    },
    rows: numbered(read(role), locale),
  });
  const { controller, processor } = about.roles;
  return xlsxOf([
    ...(controller > 0 || processor === 0 ? [registerOf('controller')] : []),
    ...(processor > 0 ? [registerOf('processor')] : []),
    { sheet: legend(locale), rows: ROPA_COLUMN_KEYS },
  ]);
}

async function* numbered(records: AsyncIterable<RopaRecord>, locale: Locale): AsyncGenerator<SheetCells> {
  let place = 0;
  for await (const record of records) yield* rowsOf(record, (place += 1), locale);
}

/** The meaning of each column and its possible values. */
function legend(locale: Locale): Sheet<RopaColumn> {
  const { t } = ropaWords(locale);
  const other: Locale = locale === 'th' ? 'en' : 'th';
  const column = (key: string, width: number, value: (row: RopaColumn) => string | string[]) => ({
    key,
    header: t(`words.${key}`),
    width,
    value,
  });
  return {
    name: t('sheet.words'),
    title: [t('words.title'), t('words.lead')],
    columns: [
      column('column', 40, (key) => headingOf(key, locale)),
      column('other', 40, (key) => headingOf(key, other)),
      column('of', 18, (key) => t(`words.part.${ROPA_COLUMNS[key].of}`)),
      column('many', 14, (key) => (ROPA_COLUMNS[key].many ? t('words.yes') : '')),
      column('choices', 60, (key) => choicesOf(key, locale)),
    ],
  };
}

function choicesOf(key: RopaColumn, locale: Locale): string[] {
  const { words } = ROPA_COLUMNS[key] as { words?: string };
  if (!words) return [];
  return Object.values(
    translate(locale, `ropaSheet:word.${words}`, { returnObjects: true }) as unknown as Record<string, string>,
  );
}
