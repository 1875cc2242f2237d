import type { Updateable } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import {
  IMPORT_FILE_DAYS,
  type ImportAction,
  type ImportProblem,
  type ImportSheet,
  type ImportStatus,
} from '../../../shared/import/schema.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { StatusMachine } from '../../../shared/status.ts';
import type { PersonnelActor, WithDeps } from '../actor.ts';
import { appError } from '../errors.ts';
import { emit } from '../live/emit.ts';
import { illegalMove, type MoveRule, type Workflow } from '../workflow/workflow.ts';

type NameOf<Code> = Code extends `${infer Name}.unmapped` ? Name : never;

/** What a kind of import declares of its life. */
export interface ImportLife {
  machine: StatusMachine<ImportStatus, ImportAction>;
  /** First part of the codes of its refusals: `<name>.unmapped`, `<name>.unchecked`, `<name>.nothing`. */
  name: NameOf<ErrorCode>;
  /** The event of its progress; only whoever asked for the import is notified. */
  progressed: EventName;
}

/** What is written of an import beside its status. */
export interface Changes<Mapping, Summary> {
  sheet?: ImportSheet;
  mapping?: Mapping;
  summary?: Summary;
  problems?: ImportProblem[];
  done?: number;
  total?: number | null;
  errorCode?: string | null;
  rejectsFileId?: string | null;
  rowsWritten?: number;
  filesUntil?: Date | null;
  /** Row versions of the records that the check met, in the kind's own form. */
  met?: object;
}

/** The columns of these changes. */
export const columnsOf = <Mapping, Summary>({
  sheet,
  mapping,
  summary,
  problems,
  met,
  ...columns
}: Changes<Mapping, Summary>): Updateable<DB['imports']> => ({
  ...columns,
  ...(sheet && { columns: JSON.stringify(sheet) }),
  ...(mapping && { mapping: JSON.stringify(mapping) }),
  ...(summary && { summary: JSON.stringify(summary) }),
  ...(problems && { problems: JSON.stringify(problems) }),
  ...(met && { met: JSON.stringify(met) }),
});

/** Who moves an import: its user, also where a job does it for them. */
export type ImportActor = WithDeps<PersonnelActor>;

export interface ImportMoves<Mapping, Summary> {
  table: 'imports';
  record: { readonly id: string; readonly status: ImportStatus };
  state: ImportStatus;
  action: ImportAction;
  actor: ImportActor;
  inputs: Record<ImportAction, Changes<Mapping, Summary>>;
  facts: object;
  notice: object;
}

/** When the files of an import go that is moved on at this moment. */
export const filesUntil = (at: Date): Date => new Date(at.getTime() + IMPORT_FILE_DAYS * DAY);

/** Leaves the next step of an import to a job, in the same transaction. */
export const queueRun = (trx: Trx, { deps, workspaceId }: ImportActor, id: string): Promise<void> =>
  deps.jobs.send(trx, 'import.run', { workspaceId, id }, { key: id });

/** How imports of one kind move. The caller has read and locked the import. */
export function importWorkflow<Mapping, Summary>({
  machine,
  name,
  progressed,
}: ImportLife): Workflow<ImportMoves<Mapping, Summary>> {
  type Rule = MoveRule<ImportMoves<Mapping, Summary>, Changes<Mapping, Summary>>;
  // Runs are counted by step.
  const columns = ({ actor, input }: { actor: ImportActor; input: Changes<Mapping, Summary> }) => ({
    ...columnsOf(input),
    attempts: 0,
    filesUntil: filesUntil(actor.at),
  });
  const effects: Rule['effects'] = ({ trx, actor, before }) => queueRun(trx, actor, before.id);
  const step: Rule = { columns, event: progressed };
  // Giving it up later does not change when it ended.
  const ending: Rule['columns'] = (move) => ({ ...columns(move), endedAt: move.actor.at });
  const queuedStep: Rule = { ...step, effects };
  return {
    table: 'imports',
    machine,
    stateOf: ({ status }) => status,
    notOpen: ({ status }, action) =>
      action === 'commit' && status === 'ready' ? appError(`${name}.unchecked`) : illegalMove(status),
    stamp: ({ at }) => ({ updatedAt: at }),
    announce: ({ trx, actor, before: { id } }, event) =>
      emit(trx, actor, { event, entityId: id, recipients: [actor.personnelId] }),
    moves: {
      map: {
        ...step,
        to: ({ input }) => (input.sheet ? 'reading' : 'ready'),
        effects: async (written) => {
          if (written.to === 'reading') await effects(written);
        },
      },
      check: queuedStep,
      commit: queuedStep,
      // Its files go with it.
      cancel: { ...step, columns: (move) => ({ ...columns(move), problems: '[]', filesUntil: null }) },
      finishReading: step,
      finishChecking: step,
      finish: { ...step, columns: ending },
      // Each kind says by an event of its own why.
      fail: { columns: ending },
    },
  };
}
