import type { AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import type { OutgoingRows } from '../../../db/backup/outgoing.ts';
import type { CommentedEntity } from '../../../shared/comment/schema.ts';
import type { EditedEntity } from '../../../shared/presence/schema.ts';
import type { ExportKind, ExportSubject } from '../../../shared/registry/exportKinds.ts';
import type { ProgramAccounts } from '../auth/programAccounts.ts';
import type { ProgramKeys } from '../auth/programKeys.ts';
import type { ClockKinds } from '../clock/clockKind.ts';
import type { RunningClocksPart } from '../clock/running.ts';
import type { ResumedPart } from '../clock/silence.ts';
import type { ExportMakers, ExportSubjects } from '../exports/maker.ts';
import type { SealedColumn, SystemSealedColumn } from '../crypto/sealedColumn.ts';
import type { DemoPart } from '../demo/demoPart.ts';
import type { CommentKinds } from '../comments/commentKind.ts';
import type { CreateContext } from '../http/createContext.ts';
import type { FirstLists } from '../http/pages.ts';
import type { RouteDescriptions } from '../http/routeDescription.ts';
import type { Embed } from '../publicPage/embeds.ts';
import type { ImportKinds } from '../imports/importKind.ts';
import type { JobHandlers } from '../jobs/engine.ts';
import type { JobRecordKinds } from '../jobs/jobRecord.ts';
import type { FollowUp } from '../jobs/followUps.ts';
import type { RetentionRule } from '../jobs/retention.ts';
import type { Schedule } from '../jobs/schedules.ts';
import type { ExpiringRows } from '../jobs/sweep.ts';
import type { FileOwnerKind } from '../files/ownerKind.ts';
import type { Hub } from '../live/hub.ts';
import type { OperatorCommand } from '../operator/command.ts';
import type { MailDeliveries } from '../mail/deliveries.ts';
import type { MailRoutes } from '../mail/routes.ts';
import type { OverviewPart } from '../overview/card.ts';
import type { PresenceKinds } from '../presence/presence.ts';
import type { RecordListeners } from '../records/listener.ts';
import type { TaskSource } from '../tasks/taskSource.ts';
import type { SubjectDataSource } from '../subjectData/source.ts';
import type { ModuleRegistry } from './registry.ts';
import type { SeedPart } from './seed.ts';
import type { Deps } from '../trpc/context.ts';

/** What plain HTTP routes are given. */
export interface HttpOptions {
  readonly deps: Deps;
  readonly hub: Hub;
  readonly createContext: CreateContext;
}

/** Everything that the platform learns of a module. Each part is optional: a module states what it has. */
export interface Manifest {
  /** The noun of the module: its folder and the name of its router. */
  readonly name: string;
  /** Its procedures, called over tRPC and REST. */
  readonly router?: AnyTRPCRouter;
  /** Routes that are no procedures (uploads, downloads, calls from other sites): a Fastify plugin. */
  readonly http?: (app: FastifyInstance, options: HttpOptions) => Promise<void>;
  /**
   * The same for routes that other people's sites call and nobody else, a thousand times as often as all else: they run
   * without what only our own pages need (headers of pages, cookies, the question who calls), and see to themselves.
   */
  readonly publicHttp?: (app: FastifyInstance, options: Pick<HttpOptions, 'deps' | 'hub'>) => Promise<void>;
  /** Beginnings of addresses of those routes outside `/api`: below them there is no page of the client. */
  readonly paths?: readonly string[];
  /** Lists that pages of the app begin with: they are asked for with the page itself. */
  readonly firstLists?: FirstLists;
  /** Descriptions of those routes for the OpenAPI document. */
  readonly openapi?: RouteDescriptions | ((modules: Pick<ModuleRegistry, 'uploads'>) => RouteDescriptions);
  /** What it offers to other people's pages. */
  readonly embed?: Embed;
  /** Kinds of deadline that its records have. */
  readonly clocks?: ClockKinds;
  /** What it gives back to people outside once a workspace that was closed is open again, or the module on again. */
  readonly resumed?: ResumedPart;
  /** Those of its clocks that run, for the bell; one part for each list that has some of them. */
  readonly runningClocks?: RunningClocksPart | readonly RunningClocksPart[];
  /** Handlers of queued jobs, by their queues: names that no other module has. */
  readonly jobs?: JobHandlers;
  /** What the console knows of the rows that those jobs are about, by the queues. */
  readonly jobRecords?: JobRecordKinds;
  /**
   * How each kind of export is written; loaded when it is first asked for, so that a start waits for no document tool.
   */
  readonly exports?: ExportMakers;
  /** Records of its own that an export may be of. */
  readonly exportSubjects?: ExportSubjects;
  /** Kinds of import that it checks and writes. */
  readonly imports?: ImportKinds;
  /** Records of other modules whose changes it is called for. */
  readonly recordListeners?: RecordListeners;
  /** Work that its records give a person. */
  readonly tasks?: TaskSource;
  /** Records whose editors see each other. */
  readonly presence?: PresenceKinds;
  /** Records whose fields can be commented on. */
  readonly comments?: CommentKinds;
  /** Kinds of owners of files: who may read those files, how they may be shown and how long they are kept. */
  readonly files?: readonly FileOwnerKind[];
  /** Columns of its tables whose values are sealed. */
  readonly sealed?: readonly SealedColumn[];
  /** Columns of tables of the installation that are sealed under the master key. */
  readonly systemSealed?: readonly SystemSealedColumn[];
  /** Records of data subjects that it holds, found when one of them asks for their data. */
  readonly subjectData?: readonly SubjectDataSource[];
  /** What follows from the mails that its records keep account of. */
  readonly deliveries?: MailDeliveries;
  /** Which mail servers carry the mails of which workspaces; one module at most. */
  readonly mailRoutes?: MailRoutes;
  /** When accounts that programs act for may act; one module at most. */
  readonly programAccounts?: ProgramAccounts;
  /** Keys by which programs call; one module at most. */
  readonly programKeys?: ProgramKeys;
  /** Rows that every workspace has from the start. */
  readonly seed?: SeedPart;
  /** Its invented rows for the demo. */
  readonly demo?: () => Promise<DemoPart>;
  /** Its card on the programme overview. */
  readonly overview?: OverviewPart;
  /** What it does again and again: a cron line and a function each. */
  readonly schedules?: readonly Schedule[];
  /** What follows its commits on the node that made them; a schedule should make good what is lost with a node. */
  readonly followUp?: (deps: Deps) => FollowUp;
  /** What an operator does to its records without signing in, by name. */
  readonly commands?: Readonly<Record<string, OperatorCommand>>;
  /** Rows by which it calls other systems by itself, or these call it by old secrets: a restored copy stops them. */
  readonly outgoing?: readonly OutgoingRows[];
  /** What of it goes after a time that each workspace sets. */
  readonly retention?: readonly RetentionRule[];
  /** Rows of its tables that go by themselves, the same time after in every workspace. */
  readonly expiringRows?: readonly ExpiringRows[];
}

/** Refuses a part that no manifest has, which is then most likely misspelled. */
type OnlyParts<M> = { readonly [Part in Exclude<keyof M, keyof Manifest>]: never };

/** Declares a module; listed in server/modules/index.ts, it is plugged in. */
export function defineModule<const M extends Manifest>(manifest: M & OnlyParts<M>): M {
  return manifest;
}

/** Names that some manifest declares in a part. */
type Declared<Modules extends readonly Manifest[], Part extends keyof Manifest> = {
  [Index in keyof Modules]: Modules[Index] extends { readonly [P in Part]: infer Kinds } ? keyof Kinds : never;
}[number];

/** Kinds that the platform knows of and no manifest declares. */
type Missing<Modules extends readonly Manifest[]> =
  | Exclude<ExportKind, Declared<Modules, 'exports'>>
  | Exclude<ExportSubject, Declared<Modules, 'exportSubjects'>>
  | Exclude<EditedEntity, Declared<Modules, 'presence'>>
  | Exclude<CommentedEntity, Declared<Modules, 'comments'>>;

/** Lists the modules. Does not compile while a kind of export or edited record has no module that handles it. */
export function plugIn<const Modules extends readonly Manifest[]>(
  modules: [Missing<Modules>] extends [never] ? Modules : { readonly noModuleHandles: Missing<Modules> },
): Modules {
  return modules as Modules;
}

/** The routers of the modules that have one, by the name of their module. */
export type Routers<Modules extends readonly Manifest[]> = {
  [M in Extract<Modules[number], { readonly router: AnyTRPCRouter }> as M['name']]: M['router'];
};

/** Collects the routers of the modules, in their order. */
export function routersOf<const Modules extends readonly Manifest[]>(modules: Modules): Routers<Modules> {
  const routers = modules.flatMap(({ name, router }) => (router ? [[name, router] as const] : []));
  return Object.fromEntries(routers) as Routers<Modules>;
}
