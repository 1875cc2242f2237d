import type { OutgoingRows } from '../../../db/backup/outgoing.ts';
import type { ProgramAccounts } from '../auth/programAccounts.ts';
import type { ProgramKeys } from '../auth/programKeys.ts';
import type { ClockKind } from '../clock/clockKind.ts';
import type { RunningClocksPart } from '../clock/running.ts';
import type { ResumedPart } from '../clock/silence.ts';
import type { CommentKind } from '../comments/commentKind.ts';
import type { SealedColumn, SystemSealedColumn } from '../crypto/sealedColumn.ts';
import type { DemoPart } from '../demo/demoPart.ts';
import type { LoadMaker, NameSubject } from '../exports/maker.ts';
import type { RouteDescriptions } from '../http/routeDescription.ts';
import type { ImportKind } from '../imports/importKind.ts';
import type { JobHandler } from '../jobs/engine.ts';
import type { JobRecordKind } from '../jobs/jobRecord.ts';
import type { FollowUp } from '../jobs/followUps.ts';
import type { RetentionRule } from '../jobs/retention.ts';
import type { Schedule } from '../jobs/schedules.ts';
import type { ExpiringRows } from '../jobs/sweep.ts';
import type { OverviewPart } from '../overview/card.ts';
import type { PresenceKind } from '../presence/presence.ts';
import type { RecordListeners } from '../records/listener.ts';
import type { TaskSource } from '../tasks/taskSource.ts';
import { type FileOwnerKind, ownerKindsByName } from '../files/ownerKind.ts';
import { type Upload, uploadsOf } from '../files/uploads.ts';
import type { MailDeliveries } from '../mail/deliveries.ts';
import type { MailRoutes } from '../mail/routes.ts';
import type { SubjectDataSource } from '../subjectData/source.ts';
import type { Deps } from '../trpc/context.ts';
import type { Manifest } from './manifest.ts';
import type { SeedPart } from './seed.ts';

/** What the platform finds in the manifests, by what it looks for. */
export interface ModuleRegistry {
  readonly openapi: readonly RouteDescriptions[];
  readonly clocks: ReadonlyMap<string, ClockKind>;
  readonly resumed: readonly ResumedPart[];
  readonly runningClocks: readonly { readonly module: string; readonly part: RunningClocksPart }[];
  readonly jobs: ReadonlyMap<string, JobHandler>;
  readonly jobRecords: ReadonlyMap<string, JobRecordKind>;
  readonly exports: ReadonlyMap<string, LoadMaker>;
  readonly exportSubjects: ReadonlyMap<string, NameSubject>;
  readonly imports: ReadonlyMap<string, ImportKind>;
  readonly presence: ReadonlyMap<string, PresenceKind>;
  readonly comments: ReadonlyMap<string, CommentKind>;
  readonly recordListeners: readonly RecordListeners[];
  readonly tasks: readonly TaskSource[];
  readonly schedules: readonly Schedule[];
  readonly followUps: readonly ((deps: Deps) => FollowUp)[];
  readonly retention: readonly RetentionRule[];
  readonly expiringRows: readonly ExpiringRows[];
  readonly outgoing: readonly OutgoingRows[];
  /** Every declared kind of file owner, by its name; of any other kind no file is read. */
  readonly fileOwners: ReadonlyMap<string, FileOwnerKind>;
  /** What may be uploaded, by its name. */
  readonly uploads: ReadonlyMap<string, Upload>;
  /** Every column of workspaces' tables whose values are sealed. */
  readonly sealed: readonly SealedColumn[];
  /** Every column that is sealed under the master key. */
  readonly systemSealed: readonly SystemSealedColumn[];
  /** Where records of data subjects are, in the order of the modules. */
  readonly subjectData: readonly SubjectDataSource[];
  readonly deliveries: readonly MailDeliveries[];
  readonly mailRoutes: MailRoutes | undefined;
  readonly programAccounts: ProgramAccounts | undefined;
  readonly programKeys: ProgramKeys | undefined;
  readonly seeds: readonly SeedPart[];
  readonly demos: readonly (() => Promise<DemoPart>)[];
  readonly overviews: readonly { readonly module: string; readonly overview: OverviewPart }[];
}

/** Collects the parts of all manifests. @throws when two modules declare the same kind */
export function collectModules(modules: readonly Manifest[]): ModuleRegistry {
  const owners = modules.flatMap(({ files = [] }) => files);
  const uploads = uploadsOf(owners);
  return {
    openapi: modules.flatMap(({ openapi }) =>
      openapi ? [typeof openapi === 'function' ? openapi({ uploads }) : openapi] : [],
    ),
    clocks: byName(modules, ({ clocks }) => clocks),
    resumed: modules.flatMap(({ resumed }) => resumed ?? []),
    runningClocks: modules.flatMap(({ name, runningClocks = [] }) =>
      [runningClocks].flat().map((part) => ({ module: name, part })),
    ),
    jobs: byName(modules, ({ jobs }) => jobs),
    jobRecords: byName(modules, ({ jobRecords }) => jobRecords),
    exports: byName(modules, ({ exports }) => exports),
    exportSubjects: byName(modules, ({ exportSubjects }) => exportSubjects),
    imports: byName(modules, ({ imports }) => imports),
    presence: byName(modules, ({ presence }) => presence),
    comments: byName(modules, ({ comments }) => comments),
    recordListeners: modules.flatMap(({ recordListeners }) => recordListeners ?? []),
    tasks: modules.flatMap(({ tasks }) => tasks ?? []),
    schedules: modules.flatMap(({ schedules }) => schedules ?? []),
    followUps: modules.flatMap(({ followUp }) => followUp ?? []),
    retention: modules.flatMap(({ retention }) => retention ?? []),
    expiringRows: modules.flatMap(({ expiringRows }) => expiringRows ?? []),
    outgoing: modules.flatMap(({ outgoing }) => outgoing ?? []),
    fileOwners: ownerKindsByName(owners),
    uploads,
    sealed: modules.flatMap(({ sealed }) => sealed ?? []),
    systemSealed: modules.flatMap(({ systemSealed }) => systemSealed ?? []),
    subjectData: modules.flatMap(({ subjectData }) => subjectData ?? []),
    deliveries: modules.flatMap(({ deliveries }) => deliveries ?? []),
    mailRoutes: modules.find(({ mailRoutes }) => mailRoutes)?.mailRoutes,
    programAccounts: modules.find(({ programAccounts }) => programAccounts)?.programAccounts,
    programKeys: modules.find(({ programKeys }) => programKeys)?.programKeys,
    seeds: modules.flatMap(({ seed }) => seed ?? []),
    demos: modules.flatMap(({ demo }) => demo ?? []),
    overviews: modules.flatMap(({ name, overview }) => (overview ? [{ module: name, overview }] : [])),
  };
}

/** The entries that modules declare in one part, by their names. */
function byName<Entry>(
  modules: readonly Manifest[],
  part: (manifest: Manifest) => Readonly<Record<string, Entry>> | undefined,
): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const manifest of modules) {
    for (const [name, entry] of Object.entries(part(manifest) ?? {})) {
      if (found.has(name))
        throw new Error(`module ${manifest.name} declares ${name}, which another module declares too`);
      found.set(name, entry);
    }
  }
  return found;
}
