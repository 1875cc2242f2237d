import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { CONSENT_FIELDS, type ConsentField, PURPOSE_FIELD } from '../../../shared/consentImport/schema.ts';
import type { ImportProblem } from '../../../shared/import/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { translate } from '../../platform/i18n.ts';
import { keepRejectedRows, type RejectedRow } from '../../platform/imports/rejects.ts';
import { ScratchFile } from '../../platform/imports/scratch.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import type { Form } from './form.ts';
import type { StoredImport } from './queries.ts';
import { headingOf } from './read.ts';
import { type Locale, LOCALES } from '../../../shared/locale.ts';

const PIECE = 64 * 1024;
/** A line in JSON. Readers of lines also end one at U+2028 and U+2029, which JSON leaves as they are. */
const lineOf = (row: RejectedRow): string =>
  `${JSON.stringify(row).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;

/** A problem in one sentence of one language, with its heading. */
function sentenceOf({ field, key, values }: ImportProblem, form: Form, locale: Locale): string {
  const text = translate(locale, key, values);
  const heading = headingAt(field, form, locale);
  return heading ? `${heading}: ${text}` : text;
}

function headingAt(field: string | null, form: Form, locale: Locale): string | undefined {
  if (field === null) return undefined;
  if ((CONSENT_FIELDS as readonly string[]).includes(field)) return headingOf(field as ConsentField, locale);
  const title = form.purposes.find(({ id }) => PURPOSE_FIELD + id === field)?.title;
  return title && (title[locale] || title.th);
}

/** Collects rejected rows on disk while a file is read: there may be a million of them. */
export async function rejectedRows(ctx: WorkspaceContext, form: Form) {
  let file: ScratchFile | undefined;
  let waiting = '';
  const flush = async (): Promise<void> => {
    if (waiting === '') return;
    file ??= await ScratchFile.create(ctx);
    await file.append(Buffer.from(waiting));
    waiting = '';
  };
  async function* all(rows: ScratchFile): AsyncGenerator<RejectedRow> {
    for await (const line of createInterface({ input: Readable.from(rows.content()), crlfDelay: Infinity }))
      yield JSON.parse(line) as RejectedRow;
  }
  return {
    async add({ cells }: TableRow, problems: readonly ImportProblem[]): Promise<void> {
      const reasons = LOCALES.flatMap((locale) => problems.map((problem) => sentenceOf(problem, form, locale))).join(
        '\n',
      );
      waiting += lineOf({ cells, reasons });
      if (waiting.length > PIECE) await flush();
    },
    /** Stores them as a workbook. @returns the file's id; null when there are none */
    async keep(stored: StoredImport): Promise<string | null> {
      await flush();
      return file === undefined ? null : keepRejectedRows(ctx, stored, all(file));
    },
    async dispose(): Promise<void> {
      await file?.dispose();
    },
  };
}
