import type { z } from 'zod';
import type { consentTemplateInput } from '../../../shared/consentImport/schema.ts';
import { type Locale, LOCALES } from '../../../shared/locale.ts';
import { EXAMPLE_MARK, type templateFile } from '../../../shared/import/schema.ts';
import { sheetColumns, writeAction, writeAnswer } from '../../../shared/userConsent/sheet.ts';
import { CONSENT_ACTIONS } from '../../../shared/userConsent/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { translate } from '../../platform/i18n.ts';
import { templateOf, type WordList } from '../../platform/imports/template.ts';
import { formOf, inSheetOrder, today } from './form.ts';

type Example = Record<string, string>;

/** Two example rows: one that allows all purposes, one that allows none. */
function examplesOf(purposes: readonly { id: string }[], version: number, locale: Locale): Example[] {
  const word = (key: string) => translate(locale, `consentImport:example.${key}`);
  const answers = (answer: boolean) =>
    Object.fromEntries(purposes.map(({ id }) => [`purpose:${id}`, writeAnswer(answer, locale)]));
  const common = { version: String(version), language: locale, source: word('source') };
  return [
    {
      ...common,
      ...answers(true),
      uid: `${EXAMPLE_MARK[locale]} ${word('uid')}`,
      name: word('name'),
      action: writeAction('ALL', locale),
      at: word('at'),
    },
    {
      ...common,
      ...answers(false),
      uid: `${EXAMPLE_MARK[locale]} ${word('other')}`,
      action: writeAction('NONE', locale),
      at: word('atIso'),
      guardianFirstName: word('guardianFirstName'),
      guardianLastName: word('guardianLastName'),
      guardianEmail: 'parent@example.com',
      guardianTelephone: '0812345678',
    },
  ];
}

/**
 * An empty table to fill in for a form: headings with a column for each purpose of its current version, example rows,
 * and (xlsx) the values that cells can have.
 */
export async function template(
  ctx: WorkspaceContext,
  { form: id, format, locale }: z.output<typeof consentTemplateInput>,
): Promise<z.output<typeof templateFile>> {
  const form = await ctx.transaction((trx) => formOf(trx, ctx.workspace.id, id, today(ctx)));
  if (!form) throw appError('NOT_FOUND');
  const version = form.byVersion.get(form.publishedVersion);
  if (!version) throw appError('consentImport.unpublished');
  const inForce = new Set([...version.bits.keys()].map((purpose) => `purpose:${purpose}`));
  // Headings are those of the complete form, so that equal titles keep the numbers that distinguish them.
  const columns: Column<Example>[] = sheetColumns(locale, inSheetOrder(form))
    .filter(({ key, readOnly }) => !readOnly && (!key.startsWith('purpose:') || inForce.has(key)))
    .map(({ key, heading, width }) => ({ key, header: heading, width, value: (row) => row[key] ?? '' }));
  const headerOf = (key: string) => columns.find((column) => column.key === key)!.header;
  const lists: WordList[] = [
    {
      header: headerOf('action'),
      words: CONSENT_ACTIONS.map((action) => writeAction(action, locale)),
    },
    {
      header: translate(locale, 'consentImport:template.answers'),
      words: [writeAnswer(true, locale), writeAnswer(false, locale)],
    },
    { header: headerOf('version'), words: form.versions.map(String) },
    { header: headerOf('language'), words: LOCALES },
    {
      header: headerOf('at'),
      words: ['dateIso', 'dateThai', 'dateNamed'].map((key) => translate(locale, `consentImport:template.${key}`)),
    },
  ];
  return templateOf({
    format,
    file: translate(locale, 'consentImport:template.file', { form: form.name }),
    sheet: translate(locale, 'consentImport:template.sheet'),
    columns,
    examples: examplesOf(
      [...version.bits.keys()].map((purpose) => ({ id: purpose })),
      version.version,
      locale,
    ),
    words: { sheet: translate(locale, 'consentImport:template.words'), width: 28, lists: async () => lists },
  });
}
