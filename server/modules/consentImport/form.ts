import type { Executor } from '../../../db/client.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import type { ImportedForm } from '../../../shared/consentImport/schema.ts';
import { bitsOf } from '../../../shared/purpose/bits.ts';

export interface FormVersion {
  version: number;
  /** Bits of its purposes, by their ids. */
  bits: ReadonlyMap<string, number>;
  /** All of them. */
  all: number;
}

/** A form as the import needs it: every version, and every purpose that any of them asks for. */
export interface Form extends ImportedForm {
  byVersion: ReadonlyMap<number, FormVersion>;
  /** Every title that a purpose ever had in it, in both languages. */
  titles: ReadonlyMap<string, readonly string[]>;
  bits: ReadonlyMap<string, number>;
}

/**
 * Reads a form with its versions; undefined where the workspace has none of this id.
 * @param live the version that was live at the moment the form is read as of; null: now
 */
export async function formOf(
  db: Executor,
  workspaceId: string,
  id: string,
  live: number | null = null,
): Promise<Form | undefined> {
  const head = await db
    .selectFrom('consents')
    .select(['id', 'name', 'publishedVersion'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!head) return undefined;
  const publishedVersion = live ?? head.publishedVersion;
  const rows = await db
    .selectFrom('consentVersions')
    .select(['version', 'content'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', id)
    .where('version', '<=', publishedVersion)
    .orderBy('version', 'desc')
    .execute();
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
    publishedVersion,
    versions: rows.map(({ version }) => version),
    purposes: [...purposes.values()],
    byVersion,
    titles,
    bits,
  };
}

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
