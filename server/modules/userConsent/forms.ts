import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import { bitsIn, hasBit } from '../../../shared/purpose/bits.ts';
import type { ConsentAction } from '../../../shared/userConsent/schema.ts';
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

type VersionPurpose = ConsentContent['purposes'][number];

/**
 * Purposes of a form for its version `version`, by their bits: in the words of the last version up to it that asks for
 * them. What only later ones ask for, which a choice in several browsers can contain, is in the words of the first.
 */
const purposesFor = (workspaceId: string, consentId: RawBuilder<unknown>, version: RawBuilder<unknown>) =>
  sql<VersionPurpose[]>`(
    select coalesce(jsonb_agg(known.purpose order by known.place), '[]') from (
      select distinct on (place) purpose, (purpose ->> 'bit')::integer as place
        from consent_versions any_version cross join lateral jsonb_array_elements(content -> 'purposes') as purpose
       where any_version.workspace_id = ${workspaceId} and any_version.consent_id = ${consentId}
       order by place, any_version.version > ${version}, abs(any_version.version - ${version})) known)`;

/** Purposes that one version of a form does not ask for and others do, in the words that its data subjects know. */
export async function otherPurposes(
  db: Executor,
  workspaceId: string,
  consentId: string,
  { version, content: { purposes } }: { version: number; content: Pick<ConsentContent, 'purposes'> },
): Promise<VersionPurpose[]> {
  const { rows } = await sql<{
    known: VersionPurpose[];
  }>`select ${purposesFor(workspaceId, sql`${consentId}`, sql`${version}::integer`)} as known`.execute(db);
  return besides(purposes, rows[0]!.known);
}

const besides = (own: readonly VersionPurpose[], known: readonly VersionPurpose[]): VersionPurpose[] =>
  known.filter(({ bit }) => !own.some((purpose) => purpose.bit === bit));

type TitledPurpose = Readonly<Pick<VersionPurpose, 'id' | 'bit' | 'title'>>;

/** Facts of a version for its rows. */
export interface FormVersion {
  readonly version: number;
  readonly sha256: string;
  /** The last day on which it is in force, YYYY-MM-DD. */
  readonly effectiveTo: string | null;
  readonly purposes: readonly TitledPurpose[];
  /** Those that it does not ask for: a data subject may go on allowing them. */
  readonly others: readonly TitledPurpose[];
  /** The privacy notice that it links to. */
  readonly noticeId: string | null;
}

/**
 * Published versions never change, so they are read once; again only where a set contains what was first asked for
 * since, which is missing from `others`.
 */
const versions = new Map<string, FormVersion>();
const VERSION_CACHE_SIZE = 1000;

/** Whether each bit of a set is one of a purpose of this version, or one beside it. */
export const namesAll = ({ purposes, others }: Pick<FormVersion, 'purposes' | 'others'>, granted: number): boolean =>
  bitsIn(granted).every((bit) => [...purposes, ...others].some((purpose) => purpose.bit === bit));

/**
 * Versions of forms whose rows `db` can read, by form and number.
 * @param wanted each with the set that is to be named by it (`chosen`)
 */
export async function versionsOf(
  db: Executor,
  workspaceId: string,
  wanted: readonly { consentId: string; version: number; granted: number }[],
): Promise<(consentId: string, version: number) => FormVersion> {
  const keyOf = (consentId: string, version: number) => `${workspaceId} ${consentId} ${version}`;
  const found = new Map<string, FormVersion>();
  const missing = new Map<string, { consentId: string; version: number }>();
  for (const one of wanted) {
    const key = keyOf(one.consentId, one.version);
    const known = versions.get(key);
    if (known && namesAll(known, one.granted)) found.set(key, known);
    else missing.set(key, one);
  }
  if (missing.size > 0) {
    const rows = await db
      .selectFrom('consentVersions')
      .select([
        'consentId',
        'version',
        'sha256',
        'content',
        purposesFor(workspaceId, sql.ref('consentVersions.consentId'), sql.ref('consentVersions.version')).as('known'),
      ])
      .where('workspaceId', '=', workspaceId)
      .where((eb) =>
        eb.or(
          [...missing.values()].map(({ consentId, version }) =>
            eb.and([eb('consentId', '=', consentId), eb('version', '=', version)]),
          ),
        ),
      )
      .execute();
    const titled = ({ id, bit, title }: VersionPurpose): TitledPurpose => ({ id, bit, title });
    for (const { consentId, version, sha256, content, known } of rows) {
      const { effectiveTo, purposes, privacyNotice } = content as unknown as ConsentContent;
      const formVersion = {
        version,
        sha256,
        effectiveTo,
        purposes: purposes.map(titled),
        others: besides(purposes, known).map(titled),
        noticeId: privacyNotice?.id ?? null,
      };
      found.set(keyOf(consentId, version), formVersion);
      versions.set(keyOf(consentId, version), formVersion);
    }
    for (const oldest of versions.keys()) {
      if (versions.size <= VERSION_CACHE_SIZE) break;
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
    for (const one of (await versionsOf(db, workspaceId, [{ consentId: id, version, granted: 0 }]))(id, version)
      .purposes)
      if (!titles.has(one.id)) titles.set(one.id, one.title);
  }
  // A purpose that is only in the draft has never been asked for.
  return bits.flatMap(({ purposeId, bit }) =>
    titles.has(purposeId) ? [{ id: purposeId, bit, title: titles.get(purposeId)! }] : [],
  );
}

/** The last day on which a choice holds: that of the version answered. A refusal does not end (docs/decisions/041). */
export const expiryOf = (action: ConsentAction, { effectiveTo }: Pick<FormVersion, 'effectiveTo'>): string | null =>
  action === 'NONE' ? null : effectiveTo;

/** A purpose that was allowed. `former`: the version that was answered does not ask for it. */
export interface ChosenPurpose {
  readonly id: string;
  readonly title: Text;
  readonly former: boolean;
}

/** Purposes of a set: those of the version in its order, then those that data subjects go on allowing beside it. */
export const chosen = ({ purposes, others }: FormVersion, granted: number): ChosenPurpose[] => {
  const of = (list: readonly TitledPurpose[], former: boolean) =>
    list.filter(({ bit }) => hasBit(granted, bit)).map(({ id, title }) => ({ id, title, former }));
  return [...of(purposes, false), ...of(others, true)];
};
