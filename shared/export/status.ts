import { defineStatus, READER, statesWith } from '../status.ts';

// Without zod: buttons of any screen read these.

export const EXPORT_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export type ExportAction = 'start' | 'report' | 'giveBack' | 'finish' | 'fail' | 'cancel' | 'retry' | 'clear';

/** Made by the console of jobs, which asks a permission of its own. */
const cancel = { cancel: { to: 'failed', permission: null } } as const;

/**
 * How an export moves. An export that a stopped node left running is started again. Which exports somebody can read,
 * and so retry, depends on their kind; an export is cleared only by the one who requested it.
 */
export const exportStatus = defineStatus<ExportStatus, ExportAction>({
  waiting: { start: { to: 'running', permission: null }, ...cancel },
  running: {
    start: { to: 'running', permission: null },
    report: { to: 'running', permission: null },
    giveBack: { to: 'waiting', permission: null },
    finish: { to: 'done', permission: null },
    fail: { to: 'failed', permission: null },
    ...cancel,
  },
  done: { clear: { to: 'done', permission: READER } },
  failed: { retry: { to: 'waiting', permission: READER }, clear: { to: 'failed', permission: READER } },
});

/** Statuses of exports that are not finished yet. */
export const OPEN_EXPORTS: readonly ExportStatus[] = statesWith(exportStatus, 'start');
/** Whether an export is not finished yet. */
export const isExportOpen = (status: string): boolean => OPEN_EXPORTS.some((open) => open === status);
