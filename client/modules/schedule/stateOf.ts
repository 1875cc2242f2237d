import type { Schedule } from '../../../shared/schedule/schema.ts';

/** Whether a schedule is delivering; a draft is one whose server was never confirmed. */
export function stateOf({ stopped, active, hostKey }: Schedule): 'active' | 'inactive' | 'draft' | 'stopped' {
  if (stopped) return 'stopped';
  if (active) return 'active';
  return hostKey === null ? 'draft' : 'inactive';
}
