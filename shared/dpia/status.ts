import { defineStatus } from '../status.ts';

export const DPIA_STATUSES = ['NEW', 'NOTREQUIRED', 'DRAFT', 'PUBLISHED'] as const;
export type DpiaStatus = (typeof DPIA_STATUSES)[number];

/** How the treatment plans of the published version stand; of several the first that fits, in this order reversed. */
export const TREATMENT_STATUSES = ['RESOLVED', 'PENDING', 'INPROGRESS', 'REJECTED'] as const;
export type TreatmentStatus = (typeof TREATMENT_STATUSES)[number];

export type DpiaAction = 'edit' | 'notRequire' | 'reopen' | 'start' | 'publish' | 'newVersion';

const write = 'dpia.write';

/** How an assessment moves. What a version says never changes: another begins with `newVersion`. */
export const dpiaStatus = defineStatus<DpiaStatus, DpiaAction>({
  NEW: {
    edit: { to: 'NEW', permission: write },
    notRequire: { to: 'NOTREQUIRED', permission: 'dpia.decide' },
    start: { to: 'DRAFT', permission: write },
  },
  NOTREQUIRED: { reopen: { to: 'NEW', permission: write } },
  DRAFT: {
    edit: { to: 'DRAFT', permission: write },
    publish: { to: 'PUBLISHED', permission: write },
  },
  PUBLISHED: { newVersion: { to: 'DRAFT', permission: write } },
});

/** Whether it can be deleted: nothing of it was published, and it was never decided that it is not required. */
export const isRemovable = ({
  status,
  publishedVersion,
  decisions,
}: {
  status: DpiaStatus;
  publishedVersion: number;
  decisions: readonly unknown[];
}): boolean => publishedVersion === 0 && decisions.length === 0 && (status === 'NEW' || status === 'DRAFT');
