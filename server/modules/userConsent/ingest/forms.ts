import { sql } from 'kysely';
import { type Db, type Trx, withScope } from '../../../../db/client.ts';
import type { ConsentContent } from '../../../../shared/consent/schema.ts';
import { type ConsentSettings, storedConsentSettings } from '../../../../shared/consent/settings.ts';
import { newestStarted, type VersionDays } from '../../../../shared/consent/inForce.ts';
import type { Flags } from '../../../../shared/registry/flags.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import type { WorkspaceKey } from '../../../platform/crypto/keyring.ts';
import { FormCache } from '../../../platform/publicPage/formCache.ts';
import { bangkokDay, startOf } from '../../../../shared/bangkok.ts';
import { DAY } from '../../../../shared/duration.ts';
import { sealedSecret } from '../../consent/secret.ts';
import { type VersionWording, versionWordings, compareWording } from '../../consent/wording.ts';

/** A published version for submissions. */
export interface LiveVersion extends VersionDays {
  readonly sha256: string;
  /** Bits of its purposes, and by the purpose's id. */
  readonly all: number;
  readonly bits: ReadonlyMap<string, number>;
  /** Whether the version in force has different purposes: people who answered this one are asked again. */
  readonly asksOtherwise: boolean;
  /** Bits of purposes that the version in force has reworded: a consent to this version does not cover them. */
  readonly reworded: readonly number[];
  /** Until when it can still be answered, in milliseconds; null: nothing replaces it. */
  readonly answerableUntil: number | null;
}

/** A form in the cache of this node, to accept submissions. Published at least once. */
export interface LiveForm {
  readonly workspaceId: string;
  readonly id: string;
  readonly applicationId: string;
  readonly active: boolean;
  /** Whether the workspace uses consent (flag `consentEnabled`). */
  readonly enabled: boolean;
  /** Whether the workspace is closed, since it is being deleted. */
  readonly closed: boolean;
  readonly settings: ConsentSettings;
  readonly origins: ReadonlySet<string>;
  /** The key of its tokens; null until one is created. */
  readonly secret: Uint8Array | null;
  readonly key: WorkspaceKey;
  /** The newest version that has started; before the first one starts, that one. */
  readonly current: LiveVersion;
  /** When a published version replaces it, in milliseconds. */
  readonly currentUntil: number;
  readonly versions: ReadonlyMap<number, LiveVersion>;
  /** Every purpose it ever asked for, in the order of their bits. */
  readonly purposes: readonly { readonly id: string; readonly bit: number }[];
  readonly content: ConsentContent;
  /** Files of published versions. */
  readonly logoIds: ReadonlySet<string>;
}

/** A page that was opened before a new version started can still be answered for a day. */
const GRACE_MS = DAY;
/** Applications whose form's id is cached. */
const CACHE_SIZE = 1000;

/** The cache of this node for published forms, with their workspaces' keys. */
export class LiveForms extends FormCache<LiveForm> {
  readonly #db: Db;
  readonly #byApplication = new Map<string, string>();

  constructor({ db, keyring, now }: Pick<Deps, 'db' | 'keyring' | 'now'>) {
    super({
      load: (workspaceId, id) =>
        withScope(db, { workspaceId }, (trx) => loadForm(trx, { keyring, now }, workspaceId, id)),
      events: 'consent.',
      holds: ({ currentUntil }) => now().getTime() < currentUntil,
    });
    this.#db = db;
  }

  /** The form of an application. */
  async ofApplication(workspaceId: string, applicationId: string): Promise<LiveForm | null> {
    const name = `${workspaceId} ${applicationId}`;
    let id = this.#byApplication.get(name);
    if (!id) {
      const row = await withScope(this.#db, { workspaceId }, (trx) =>
        trx
          .selectFrom('consents')
          .select('id')
          .where('workspaceId', '=', workspaceId)
          .where('applicationId', '=', applicationId)
          .where('publishedVersion', '>', 0)
          .executeTakeFirst(),
      );
      if (!row) return null;
      id = row.id;
      // The form of an application never changes.
      this.#byApplication.set(name, id);
      if (this.#byApplication.size > CACHE_SIZE)
        this.#byApplication.delete(this.#byApplication.keys().next().value as string);
    }
    return this.get(workspaceId, id);
  }

  /** The form of an application, if it is cached. */
  peekOfApplication(workspaceId: string, applicationId: string): LiveForm | null {
    const id = this.#byApplication.get(`${workspaceId} ${applicationId}`);
    return id === undefined ? null : this.peek(workspaceId, id);
  }

  override forgetAll(): void {
    super.forgetAll();
    this.#byApplication.clear();
  }
}

async function loadForm(
  trx: Trx,
  { keyring, now }: Pick<Deps, 'keyring' | 'now'>,
  workspaceId: string,
  id: string,
): Promise<LiveForm | null> {
  const row = await trx
    .selectFrom('consents as c')
    .innerJoin('workspaces as w', 'w.id', 'c.workspaceId')
    .select(['c.applicationId', 'c.active', 'c.settings', 'c.secret', 'c.publishedVersion', 'w.flags', 'w.closedAt'])
    .where('c.workspaceId', '=', workspaceId)
    .where('c.id', '=', id)
    .where('c.publishedVersion', '>', 0)
    .executeTakeFirst();
  if (!row) return null;
  const [versions, purposes] = await Promise.all([
    trx
      .selectFrom('consentVersions')
      .select([
        'version',
        'sha256',
        'publishedAt',
        'effectiveFrom',
        'effectiveTo',
        sql<string[]>`content #> '{theme,logoIds}'`.as('logoIds'),
      ])
      .where('workspaceId', '=', workspaceId)
      .where('consentId', '=', id)
      .where('version', '<=', row.publishedVersion)
      .orderBy('version', 'desc')
      .execute(),
    trx
      .selectFrom('consentPurposes')
      .select(['purposeId', 'bit'])
      .where('workspaceId', '=', workspaceId)
      .where('consentId', '=', id)
      .orderBy('bit')
      .execute(),
  ]);
  const { current: inForce, currentUntil } = inForceAt(now(), versions);
  if (!inForce) return null;
  const wordings = await versionWordings(trx, workspaceId, id);
  const byVersion = answerableVersions(versions, wordings, inForce.version);
  const current = byVersion.get(inForce.version)!;
  const live = await trx
    .selectFrom('consentVersions')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', id)
    .where('version', '=', current.version)
    .executeTakeFirstOrThrow();
  const key = await keyring.workspaceKey(trx, workspaceId);
  const settings = storedConsentSettings.parse(row.settings);
  return {
    workspaceId,
    id,
    applicationId: row.applicationId,
    active: row.active,
    enabled: (row.flags as Partial<Flags>).consentEnabled === true,
    closed: row.closedAt !== null,
    settings,
    origins: new Set(settings.allowedOrigins),
    secret: row.secret ? Buffer.from(sealedSecret.open(key, id, row.secret)) : null,
    key,
    current,
    currentUntil,
    versions: byVersion,
    purposes: purposes.map(({ purposeId, bit }) => ({ id: purposeId, bit })),
    content: live.content as unknown as ConsentContent,
    logoIds: new Set(versions.flatMap(({ logoIds }) => logoIds ?? [])),
  };
}

/** Of versions, newest first, the one in force at a moment, and until when. */
function inForceAt(
  now: Date,
  versions: readonly VersionDays[],
): { current: VersionDays | undefined; currentUntil: number } {
  const day = bangkokDay(now);
  const started = newestStarted(versions, day);
  const upcoming = versions.filter(
    ({ version, effectiveFrom }) => version > (started?.version ?? 0) && effectiveFrom !== null && effectiveFrom > day,
  );
  const firstDay = upcoming.map(({ effectiveFrom }) => effectiveFrom!).sort()[0];
  return {
    current: started ?? newestStarted(upcoming, firstDay ?? day),
    currentUntil: firstDay === undefined ? Infinity : Date.parse(startOf(firstDay)),
  };
}

/** Versions for submissions; from the newest one on, each can be answered for a while after another has replaced it. */
function answerableVersions(
  newestFirst: readonly (VersionDays & { sha256: string; publishedAt: string })[],
  wordings: readonly VersionWording[],
  current: number,
): Map<number, LiveVersion> {
  const words = compareWording(wordings);
  const purposesOf = new Map(wordings.map(({ version, purposes }) => [version, purposes]));
  let replaced: number | null = null;
  const byVersion = new Map<number, LiveVersion>();
  for (const { version, sha256, publishedAt, effectiveFrom, effectiveTo } of newestFirst) {
    const purposes = purposesOf.get(version) ?? [];
    const begins = Math.max(Date.parse(publishedAt), effectiveFrom === null ? 0 : Date.parse(startOf(effectiveFrom)));
    byVersion.set(version, {
      version,
      sha256,
      effectiveFrom,
      effectiveTo,
      all: purposes.reduce((sum, { bit }) => sum + 2 ** bit, 0),
      bits: new Map(purposes.map(({ id, bit }) => [id, bit])),
      asksOtherwise: words.asksOtherwise(version, current),
      reworded: words.reworded(version, current),
      // A version that was replaced before it started was never in use.
      answerableUntil: replaced === null ? null : replaced < begins ? 0 : replaced + GRACE_MS,
    });
    replaced = Math.min(replaced ?? Infinity, begins);
  }
  return byVersion;
}
