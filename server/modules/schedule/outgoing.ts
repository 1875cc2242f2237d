import type { OutgoingRows } from '../../../db/backup/outgoing.ts';

/** Schedules that deliver, or have yet to. */
export const outgoing: readonly OutgoingRows[] = [
  {
    table: 'export_schedules',
    // `restored` is one of the texts of a stopped schedule (shared/schedule/problems.ts).
    stop: "update export_schedules s set active = false, next_at = null, stopped = 'restored', row_version = row_version + 1 where active or exists (select from export_schedule_tasks t where t.organization_id = s.organization_id and t.schedule_id = s.id and t.next_at is not null)",
    report: { name: 'scheduled exports', outcome: 'paused' },
  },
];
