import type { z } from 'zod';
import { EXAMPLE_MARK, type templateFile } from '../../../shared/import/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { groundsOf } from '../../../shared/request/grounds.ts';
import { AGE_BANDS } from '../../../shared/request/schema.ts';
import { IMPORTED_STAGES, REQUEST_FIELDS, type requestTemplateInput } from '../../../shared/requestImport/schema.ts';
import { appError } from '../../platform/errors.ts';
import { type Column, csvOf } from '../../platform/exports/sheet.ts';
import { xlsxOf } from '../../platform/exports/xlsx.ts';
import { translate } from '../../platform/i18n.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { type Form, formOf } from './form.ts';
import { headingOf } from './read.ts';

type Example = Partial<Record<(typeof REQUEST_FIELDS)[number], string>>;

/** Two example rows: an open request, and a refused one. */
function examplesOf(form: Form, locale: Locale): Example[] {
  const word = (key: string) => translate(locale, `requestImport:example.${key}`);
  const [right] = form.content.rights;
  const rights = right?.name[locale] ?? '';
  const person = {
    firstName: word('firstName'),
    lastName: word('lastName'),
    email: 'somying@example.com',
    telephone: '0812345678',
    language: locale,
  };
  return [
    {
      ...person,
      reference: `${EXAMPLE_MARK[locale]} REQ-0001`,
      receivedAt: word('received'),
      rights,
      detail: word('detail'),
      status: translate(locale, 'request:stage.WORK'),
      assignee: 'staff@example.com',
      ageBand: translate(locale, 'request:ageBand.ADULT'),
    },
    {
      ...person,
      reference: `${EXAMPLE_MARK[locale]} REQ-0002`,
      receivedAt: word('received'),
      rights,
      status: translate(locale, 'request:stage.CLOSED'),
      closedAt: word('closed'),
      ground: translate(locale, 'request:ground.NO_DATA'),
      resolution: word('resolution'),
    },
  ];
}

/** The possible values of cells, by heading. */
function listsOf({ content: { rights } }: Form, locale: Locale): { header: string; words: string[] }[] {
  const grounds = [...new Set(rights.flatMap(({ code }) => groundsOf(code).map((ground) => ground.code)))];
  const named = (prefix: string, codes: readonly string[]) => codes.map((code) => translate(locale, prefix + code));
  return [
    { header: headingOf('rights', locale), words: rights.map(({ name }) => name[locale]) },
    { header: headingOf('status', locale), words: named('request:stage.', IMPORTED_STAGES) },
    { header: headingOf('ground', locale), words: named('request:ground.', grounds) },
    { header: headingOf('ageBand', locale), words: named('request:ageBand.', AGE_BANDS) },
    { header: headingOf('language', locale), words: ['th', 'en'] },
  ];
}

/**
 * An empty table to fill in for a form: headings, example rows, and (xlsx) the possible values of cells.
 * @throws 404 for a form that accepts no requests
 */
export async function template(
  ctx: WorkspaceContext,
  { form: id, format, locale }: z.output<typeof requestTemplateInput>,
): Promise<z.output<typeof templateFile>> {
  const form = await ctx.transaction((trx) => formOf(trx, ctx, id));
  if (!form) throw appError('NOT_FOUND');
  const columns: Column<Example>[] = REQUEST_FIELDS.map((key) => ({
    key,
    header: headingOf(key, locale),
    width: 24,
    value: (row) => row[key] ?? '',
  }));
  const examples = examplesOf(form, locale);
  const name = translate(locale, 'requestImport:template.sheet');
  const pieces: Uint8Array[] = [];
  if (format === 'csv') for await (const piece of csvOf({ name, columns }, examples)) pieces.push(piece);
  else {
    const lists = listsOf(form, locale);
    const words = {
      sheet: {
        name: translate(locale, 'requestImport:template.words'),
        columns: lists.map(({ header, words: own }, index) => ({
          key: String(index),
          header,
          width: 32,
          value: (row: number) => own[row] ?? '',
        })),
      },
      rows: Array.from({ length: Math.max(...lists.map(({ words: own }) => own.length)) }, (_, index) => index),
    };
    for await (const piece of xlsxOf([{ sheet: { name, columns }, rows: examples }, words])) pieces.push(piece);
  }
  return {
    name: `${translate(locale, 'requestImport:template.file', { form: form.name })}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    base64: Buffer.concat(pieces).toString('base64'),
  };
}
