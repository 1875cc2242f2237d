import { useParams } from 'wouter';
import TreatmentPlanPage from './TreatmentPlanPage.tsx';
import TreatmentPlansPage from './TreatmentPlansPage.tsx';

/** The shorter address of treatment plans: the plan that it names, otherwise the list. */
export default function TreatmentPage() {
  return useParams<{ id?: string }>().id ? <TreatmentPlanPage /> : <TreatmentPlansPage />;
}
