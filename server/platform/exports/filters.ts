import { isDeepStrictEqual } from 'node:util';
import { bilingualNameOf, type Named } from '../records/names.ts';
import type { ExportJob, ExportMaker } from './maker.ts';
import { periodText } from './texts.ts';

/** Says in words how one filter narrows; null or empty where it does not, or another filter's words say it too. */
type Statement<Value, Input> = (
  value: Value,
  job: ExportJob<Input>,
) => string | null | undefined | Promise<string | null | undefined>;

/**
 * What an export takes, each with the words that its heading states it in. A filter of the input that is left out does
 * not compile, and one that is not among them is refused when an export is asked for. null: no filter, but a choice
 * that the document shows by itself.
 */
export type FilterStatements<Input> = {
  readonly [Filter in keyof Input]-?: Statement<Exclude<Input[Filter], undefined>, Input> | null;
};

/** The words of every filter of the job that narrows, in the order in which the maker declares them. */
export async function statedFilters<Input extends object>(
  job: ExportJob<Input>,
  { input, filters }: Pick<ExportMaker<Input>, 'input' | 'filters'>,
): Promise<string[]> {
  const unset = input.parse({});
  const stated: string[] = [];
  for (const filter of Object.keys(filters) as (keyof Input)[]) {
    const value: unknown = job.input[filter];
    const statement = filters[filter];
    if (!statement || isDeepStrictEqual(value, unset[filter])) continue;
    const words = await statement(value as Exclude<Input[typeof filter], undefined>, job);
    if (words) stated.push(words);
  }
  return stated;
}

/** States the days of a period (`from`, `to`) as one. */
export const byPeriod: FilterStatements<{ from?: string | undefined; to?: string | undefined }> = {
  from: (from, { locale, input }) => periodText(locale, from, input.to),
  // With the first day, where there is one.
  to: (to, { locale, input }) => (input.from ? null : periodText(locale, undefined, to)),
};

/**
 * States a filter by a record: its label, and the name of the record, or its id where it is gone.
 * @example applicationId: byRecord((job) => word(job, 'column.application'), 'applications')
 */
export const byRecord =
  <Input>(label: (job: ExportJob<Input>) => string, named: Named) =>
  async (id: string, job: ExportJob<Input>): Promise<string> => {
    const name = await job.transaction((trx) => bilingualNameOf(trx, job.workspace.id, named, id));
    return `${label(job)}: ${name ? (job.locale === 'en' && name.en) || name.th : id}`;
  };
