import type { Executor } from '../../../db/client.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { newestStarted } from '../../../shared/consent/inForce.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import type { ImportedForm } from '../../../shared/consentImport/schema.ts';
import { bitsOf } from '../../../shared/purpose/bits.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

export interface FormVersion {
  version: number;
  /** Bits of its purposes, by their ids. */
  bits: ReadonlyMap<string, number>;
  /** All of them. */
  all: number;
}

/** A form as the import needs it: every version that has begun, and every purpose that any of them asks for. */
export interface Form extends ImportedForm {
  byVersion: ReadonlyMap<number, FormVersion>;
  /** First days of the versions that have not begun: nobody can have answered them. */
  later: ReadonlyMap<number, string>;
  /** Every title that a purpose ever had in it, in both languages. */
  titles: ReadonlyMap<string, readonly string[]>;
  bits: ReadonlyMap<string, number>;
}

/**
 * Reads a form with the versions that have begun by `day`; undefined where the workspace has none of this id.
 * @param live the version that was live at the moment the form is read as of; null: the newest that has begun
 */
export async function formOf(
  db: Executor,
  workspaceId: string,
  id: string,
  { day, live = null }: { day: string; live?: number | null },
): Promise<Form | undefined> {
  const head = await db
    .selectFrom('consents')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!head) return undefined;
  const published = await db
    .selectFrom('consentVersions')
    .select(['version', 'content', 'effectiveFrom', 'effectiveTo'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', id)
    .$if(live !== null, (versions) => versions.where('version', '<=', live!))
    .orderBy('version', 'desc')
    .execute();
  const later = new Map<number, string>();
  for (const { version, effectiveFrom } of published)
    if (effectiveFrom !== null && effectiveFrom > day) later.set(version, effectiveFrom);
  const rows = published.filter(({ version }) => !later.has(version));
  const byVersion = new Map<number, FormVersion>();
  const purposes = new Map<string, ImportedForm['purposes'][number]>();
  const titles = new Map<string, string[]>();
  const bits = new Map<string, number>();
  for (const { version, content } of rows) {
    const own = (content as unknown as ConsentContent).purposes;
    byVersion.set(version, {
      version,
      bits: new Map(own.map((purpose) => [purpose.id, purpose.bit])),
      all: bitsOf(own.map(({ bit }) => bit)),
    });
    for (const purpose of own) {
      if (!purposes.has(purpose.id)) purposes.set(purpose.id, { id: purpose.id, title: purpose.title });
      bits.set(purpose.id, purpose.bit);
      titles.set(purpose.id, [
        ...new Set([...(titles.get(purpose.id) ?? []), purpose.title.th, purpose.title.en].filter(Boolean)),
      ]);
    }
  }
  return {
    ...head,
    publishedVersion: live ?? newestStarted(published, day)?.version ?? 0,
    versions: rows.map(({ version }) => version),
    purposes: [...purposes.values()],
    byVersion,
    later,
    titles,
    bits,
  };
}

/** As of now. */
export const today = ({ deps }: Pick<WorkspaceContext, 'deps'>): { day: string } => ({ day: bangkokDay(deps.now()) });

/** The purposes in the order of their bits, as the sheet of the history has them. */
export const inSheetOrder = ({ purposes, bits }: Form): ImportedForm['purposes'] =>
  purposes.toSorted((one, other) => bits.get(one.id)! - bits.get(other.id)!);

/** The form as the API returns it. */
export const importedFormOf = ({ id, name, publishedVersion, versions, purposes }: Form): ImportedForm => ({
  id,
  name,
  publishedVersion,
  versions,
  purposes,
});
