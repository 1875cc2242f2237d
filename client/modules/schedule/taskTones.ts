/** Colours of the delivery states. */
export const TASK_TONES = {
  waiting: 'warn',
  running: 'info',
  delivered: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
} as const;
