/** The tone of each state of what the product does by itself: jobs, mails, deliveries to other systems. */
export const WORK_TONES = {
  waiting: 'info',
  running: 'info',
  retrying: 'warn',
  completed: 'ok',
  sent: 'ok',
  delivered: 'ok',
  failed: 'danger',
  cancelled: 'neutral',
  kept: 'neutral',
} as const;
