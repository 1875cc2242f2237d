import type { PresenceKinds } from '../../platform/presence/presence.ts';
import { existing } from './record.ts';

/** People who have a form of a plan open see each other; of Staff only the assignee. */
export const presence = {
  treatmentPlan: {
    permission: 'treatmentPlan.read',
    async audience(trx, ctx, id) {
      const { assignee } = await existing(trx, ctx, id);
      return { event: 'presence.treatmentPlanChanged', recipients: assignee ? [assignee.id] : [] };
    },
  },
} satisfies PresenceKinds;

declare module '../../../shared/presence/schema.ts' {
  interface EditedRecords {
    treatmentPlan: keyof typeof presence;
  }
}
