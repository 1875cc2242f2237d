/** Colours of the states of a delivery. */
export const TASK_TONES = {
  waiting: 'warn',
  running: 'info',
  delivered: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
} as const;
