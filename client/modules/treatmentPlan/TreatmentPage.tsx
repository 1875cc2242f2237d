import { useParams } from 'wouter';
import TreatmentPlanPage from './TreatmentPlanPage.tsx';
import TreatmentPlansPage from './TreatmentPlansPage.tsx';

/** The former address of treatment plans: redirects to the plan it names, otherwise to the list. */
export default function TreatmentPage() {
  return useParams<{ id?: string }>().id ? <TreatmentPlanPage /> : <TreatmentPlansPage />;
}
