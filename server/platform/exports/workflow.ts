import { sql } from 'kysely';
import { type ExportAction, type ExportStatus, exportStatus } from '../../../shared/export/status.ts';
import type { WithDeps } from '../actor.ts';
import { appError } from '../errors.ts';
import { emit, type EventFacts } from '../live/emit.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { moduleOf } from './access.ts';

/** An export as its moves need it. The attempt and its start tell apart several runs of it. */
export interface MovingExport {
  readonly id: string;
  readonly status: string;
  readonly kind: string;
  readonly format: string;
  readonly subject: string;
  readonly requestedBy: string;
  readonly attempts: number;
  readonly startedAt: string | null;
}

interface ExportMoves {
  table: 'exports';
  record: MovingExport;
  state: ExportStatus;
  action: ExportAction;
  actor: WithDeps;
  inputs: {
    start: object;
    report: { readonly done: number; readonly total: number | null };
    giveBack: { readonly attempts: number };
    finish: { readonly fileId: string; readonly fileName: string; readonly allRecords: boolean };
    fail: { readonly errorCode: string };
    cancel: object;
    retry: object;
    clear: object;
  };
  facts: object;
  notice: Pick<EventFacts, 'module' | 'subject' | 'security'>;
}

const described = ({ before }: { readonly before: MovingExport }) => ({
  ...moduleOf(before.kind),
  subject: before.subject,
});

/** How an export moves; what a run does that another run has taken over changes nothing. */
export const exportWorkflow: Workflow<ExportMoves> = {
  table: 'exports',
  machine: exportStatus,
  stateOf: ({ status }) => status as ExportStatus,
  notOpen: (_before, action) => appError(action === 'clear' ? 'export.running' : 'export.notFailed'),
  unversioned: true,
  unchanged: ({ attempts, startedAt }) => ({ attempts, startedAt }),
  stamp: () => ({}),
  announce: ({ trx, actor, before }, event, notice) =>
    emit(trx, actor, { event, entityId: before.id, recipients: [before.requestedBy], ...notice }),
  moves: {
    start: {
      columns: ({ actor, before }) => ({
        attempts: before.attempts + 1,
        startedAt: actor.at,
        done: 0,
        total: null,
        errorCode: null,
      }),
    },
    report: {
      columns: ({ input: { done, total } }) => ({ done, ...(total !== null && { total }) }),
      event: 'export.progressed',
    },
    giveBack: { columns: ({ input: { attempts } }) => ({ done: 0, total: null, attempts }) },
    finish: {
      columns: ({ actor, input }) => ({ ...input, finishedAt: actor.at }),
      expressions: () => ({ done: sql`coalesce(total, done)`, total: sql`coalesce(total, done)` }),
      event: 'export.finished',
      notice: described,
    },
    fail: {
      columns: ({ actor, input: { errorCode } }) => ({ errorCode, finishedAt: actor.at }),
      event: 'export.failed',
      notice: described,
    },
    cancel: {
      columns: ({ actor }) => ({ errorCode: 'cancelled', finishedAt: actor.at }),
      event: 'export.failed',
      notice: described,
    },
    retry: {
      columns: () => ({
        errorCode: null,
        done: 0,
        total: null,
        attempts: 0,
        startedAt: null,
        finishedAt: null,
        clearedAt: null,
      }),
      effects: ({ trx, actor: { deps, workspaceId }, before: { id } }) =>
        deps.jobs.send(trx, 'export.run', { workspaceId, id }, { key: id }),
      event: 'export.started',
      notice: (step) => ({ ...described(step), security: { kind: step.before.kind, format: step.before.format } }),
    },
    clear: { columns: ({ actor }) => ({ clearedAt: actor.at }) },
  },
};
