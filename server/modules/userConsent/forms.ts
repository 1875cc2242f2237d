import type { Executor } from '../../../db/client.ts';
import type { VersionDays } from '../../../shared/consent/inForce.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import { hasBit } from '../../../shared/purpose/bits.ts';
import { appError } from '../../platform/errors.ts';

export { formsOfSubject } from './queries.ts';

type Text = ConsentContent['title'];

export interface Form {
  readonly id: string;
  readonly name: string;
  readonly publishedVersion: number;
}

/** @throws AppError 404 for a form that the workspace does not have */
export async function formOf(db: Executor, workspaceId: string, consentId: string): Promise<Form> {
  const row = await db
    .selectFrom('consents')
    .select(['id', 'name', 'publishedVersion'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', consentId)
    .executeTakeFirst();
  if (!row) throw appError('consent.notFound');
  return row;
}

/** Versions of forms with their days, oldest first, by form; forms without one are left out. */
export async function versionDays(
  db: Executor,
  workspaceId: string,
  consentIds: readonly string[],
): Promise<Map<string, VersionDays[]>> {
  if (consentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('consentVersions')
    .select(['consentId', 'version', 'effectiveFrom', 'effectiveTo'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', 'in', consentIds)
    .orderBy('version')
    .execute();
  return Map.groupBy(rows, ({ consentId }) => consentId);
}

/** Facts of a version for its rows. */
export interface FormVersion {
  readonly version: number;
  readonly sha256: string;
  /** The last day on which it is in force, YYYY-MM-DD. */
  readonly effectiveTo: string | null;
  readonly purposes: readonly { readonly id: string; readonly bit: number; readonly title: Text }[];
  /** The privacy notice that it links to. */
  readonly noticeId: string | null;
}

/** Published versions never change, so they are read once. */
const versions = new Map<string, FormVersion>();
const VERSIONS_KEPT = 1000;

/** Versions of forms whose rows `db` can read, by `<form> <version>`. */
export async function versionsOf(
  db: Executor,
  workspaceId: string,
  wanted: readonly { consentId: string; version: number }[],
): Promise<(consentId: string, version: number) => FormVersion> {
  const keyOf = (consentId: string, version: number) => `${workspaceId} ${consentId} ${version}`;
  const found = new Map<string, FormVersion>();
  const missing = new Map<string, { consentId: string; version: number }>();
  for (const one of wanted) {
    const key = keyOf(one.consentId, one.version);
    const known = versions.get(key);
    if (known) found.set(key, known);
    else missing.set(key, one);
  }
  if (missing.size > 0) {
    const rows = await db
      .selectFrom('consentVersions')
      .select(['consentId', 'version', 'sha256', 'content'])
      .where('workspaceId', '=', workspaceId)
      .where((eb) =>
        eb.or(
          [...missing.values()].map(({ consentId, version }) =>
            eb.and([eb('consentId', '=', consentId), eb('version', '=', version)]),
          ),
        ),
      )
      .execute();
    for (const { consentId, version, sha256, content } of rows) {
      const { effectiveTo, purposes, privacyNotice } = content as unknown as ConsentContent;
      const formVersion = {
        version,
        sha256,
        effectiveTo,
        purposes: purposes.map(({ id, bit, title }) => ({ id, bit, title })),
        noticeId: privacyNotice?.id ?? null,
      };
      found.set(keyOf(consentId, version), formVersion);
      versions.set(keyOf(consentId, version), formVersion);
    }
    for (const oldest of versions.keys()) {
      if (versions.size <= VERSIONS_KEPT) break;
      versions.delete(oldest);
    }
  }
  return (consentId, version) => {
    const formVersion = found.get(keyOf(consentId, version));
    if (!formVersion) throw new Error(`version ${version} of the consent form ${consentId} is missing`);
    return formVersion;
  };
}

/** A purpose that a form asked for in any version, with its last title. */
export interface FormPurpose {
  readonly id: string;
  readonly bit: number;
  readonly title: Text;
}

/** Every purpose that a form ever asked for, in the order of their bits. */
export async function purposesOf(
  db: Executor,
  workspaceId: string,
  { id, publishedVersion }: Form,
): Promise<FormPurpose[]> {
  const bits = await db
    .selectFrom('consentPurposes')
    .select(['purposeId', 'bit'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', id)
    .orderBy('bit')
    .execute();
  const titles = new Map<string, Text>();
  for (
    let version = publishedVersion;
    version > 0 && bits.some(({ purposeId }) => !titles.has(purposeId));
    version -= 1
  ) {
    for (const one of (await versionsOf(db, workspaceId, [{ consentId: id, version }]))(id, version).purposes)
      if (!titles.has(one.id)) titles.set(one.id, one.title);
  }
  // A purpose that is only in the draft has never been asked for.
  return bits.flatMap(({ purposeId, bit }) =>
    titles.has(purposeId) ? [{ id: purposeId, bit, title: titles.get(purposeId)! }] : [],
  );
}

/** Purposes of a set, in the order of the version. */
export const chosen = (purposes: FormVersion['purposes'], granted: number): { id: string; title: Text }[] =>
  purposes.filter(({ bit }) => hasBit(granted, bit)).map(({ id, title }) => ({ id, title }));
