import type { z } from 'zod';
import type { consentTemplateInput } from '../../../shared/consentImport/schema.ts';
import { newestStarted } from '../../../shared/consent/inForce.ts';
import type { Locale } from '../../../shared/locale.ts';
import { EXAMPLE_MARK, type templateFile } from '../../../shared/import/schema.ts';
import { sheetColumns, writeAction, writeAnswer } from '../../../shared/userConsent/sheet.ts';
import { CONSENT_ACTIONS } from '../../../shared/userConsent/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';
import { appError } from '../../platform/errors.ts';
import { type Column, csvOf } from '../../platform/exports/sheet.ts';
import { xlsxOf } from '../../platform/exports/xlsx.ts';
import { translate } from '../../platform/i18n.ts';
import { versionDays } from '../userConsent/forms.ts';
import { formOf, inSheetOrder } from './form.ts';

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
  const { form, days } = await ctx.transaction(async (trx) => ({
    form: await formOf(trx, ctx.workspace.id, id),
    days: (await versionDays(trx, ctx.workspace.id, [id])).get(id) ?? [],
  }));
  if (!form) throw appError('NOT_FOUND');
  const started = newestStarted(days, bangkokDay(ctx.deps.now()));
  const version = form.byVersion.get(started?.version ?? form.publishedVersion);
  if (!version) throw appError('consentImport.unpublished');
  const inForce = new Set([...version.bits.keys()].map((purpose) => `purpose:${purpose}`));
  // Headings are those of the complete form, so that equal titles keep the numbers that distinguish them.
  const columns: Column<Example>[] = sheetColumns(locale, inSheetOrder(form))
    .filter(({ key, readOnly }) => !readOnly && (!key.startsWith('purpose:') || inForce.has(key)))
    .map(({ key, heading, width }) => ({ key, header: heading, width, value: (row) => row[key] ?? '' }));
  const examples = examplesOf(
    [...version.bits.keys()].map((purpose) => ({ id: purpose })),
    version.version,
    locale,
  );
  const name = translate(locale, 'consentImport:template.sheet');
  const pieces: Uint8Array[] = [];
  if (format === 'csv') for await (const piece of csvOf({ name, columns }, examples)) pieces.push(piece);
  else {
    const lists = [
      {
        header: columns.find(({ key }) => key === 'action')!.header,
        words: CONSENT_ACTIONS.map((action) => writeAction(action, locale)),
      },
      {
        header: translate(locale, 'consentImport:template.answers'),
        words: [writeAnswer(true, locale), writeAnswer(false, locale)],
      },
      { header: columns.find(({ key }) => key === 'version')!.header, words: form.versions.map(String) },
      { header: columns.find(({ key }) => key === 'language')!.header, words: ['th', 'en'] },
      {
        header: columns.find(({ key }) => key === 'at')!.header,
        words: ['dateIso', 'dateThai', 'dateNamed'].map((key) => translate(locale, `consentImport:template.${key}`)),
      },
    ];
    const words = {
      sheet: {
        name: translate(locale, 'consentImport:template.words'),
        columns: lists.map(({ header, words: own }, index) => ({
          key: String(index),
          header,
          width: 28,
          value: (row: number) => own[row] ?? '',
        })),
      },
      rows: Array.from({ length: Math.max(...lists.map(({ words: own }) => own.length)) }, (_, index) => index),
    };
    for await (const piece of xlsxOf([{ sheet: { name, columns }, rows: examples }, words])) pieces.push(piece);
  }
  const type = format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return {
    name: `${translate(locale, 'consentImport:template.file', { form: form.name })}.${format}`,
    type,
    base64: Buffer.concat(pieces).toString('base64'),
  };
}
