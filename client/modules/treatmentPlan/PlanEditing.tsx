import { useEditing } from '../../records/useEditing.tsx';
import { useFormContext } from '../../ui/form/index.ts';

/** Used inside a form of a plan: tells other users that it is being edited. */
export function PlanEditing({ id }: { id: string }) {
  useEditing({ entity: 'treatmentPlan', id, dirty: useFormContext().formState.isDirty });
  return null;
}
