import type { z } from 'zod';
import { EXAMPLE_MARK, type templateFile } from '../../../shared/import/schema.ts';
import { type Locale, LOCALES } from '../../../shared/locale.ts';
import { groundsOf } from '../../../shared/request/grounds.ts';
import { AGE_BANDS } from '../../../shared/request/schema.ts';
import { IMPORTED_STAGES, REQUEST_FIELDS, type requestTemplateInput } from '../../../shared/requestImport/schema.ts';
import { appError } from '../../platform/errors.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { translate } from '../../platform/i18n.ts';
import { templateOf, type WordList } from '../../platform/imports/template.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { type PublishedForm, publishedFormOf } from './form.ts';
import { headingOf } from './read.ts';

type Example = Partial<Record<(typeof REQUEST_FIELDS)[number], string>>;

/** Two example rows: an open request, and a refused one. */
function examplesOf(form: PublishedForm, locale: Locale): Example[] {
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
function listsOf({ content: { rights } }: PublishedForm, locale: Locale): WordList[] {
  const grounds = [...new Set(rights.flatMap(({ code }) => groundsOf(code).map((ground) => ground.code)))];
  const named = (prefix: string, codes: readonly string[]) => codes.map((code) => translate(locale, prefix + code));
  return [
    { header: headingOf('rights', locale), words: rights.map(({ name }) => name[locale]) },
    { header: headingOf('status', locale), words: named('request:stage.', IMPORTED_STAGES) },
    { header: headingOf('ground', locale), words: named('request:ground.', grounds) },
    { header: headingOf('ageBand', locale), words: named('request:ageBand.', AGE_BANDS) },
    { header: headingOf('language', locale), words: LOCALES },
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
  const form = await ctx.transaction((trx) => publishedFormOf(trx, ctx, id));
  if (!form) throw appError('NOT_FOUND');
  const columns: Column<Example>[] = REQUEST_FIELDS.map((key) => ({
    key,
    header: headingOf(key, locale),
    width: 24,
    value: (row) => row[key] ?? '',
  }));
  return templateOf({
    format,
    file: translate(locale, 'requestImport:template.file', { form: form.name }),
    sheet: translate(locale, 'requestImport:template.sheet'),
    columns,
    examples: examplesOf(form, locale),
    words: {
      sheet: translate(locale, 'requestImport:template.words'),
      width: 32,
      lists: async () => listsOf(form, locale),
    },
  });
}
