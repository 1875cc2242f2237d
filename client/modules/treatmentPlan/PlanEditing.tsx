import { useEditing } from '../../records/useEditing.tsx';
import { useFormContext } from '../../ui/form/index.ts';

/** Inside a form of a plan: lets the others know that it is being filled in. */
export function PlanEditing({ id }: { id: string }) {
  useEditing({ entity: 'treatmentPlan', id, dirty: useFormContext().formState.isDirty });
  return null;
}
