import { useParams } from 'wouter';
import TreatmentPlanPage from './TreatmentPlanPage.tsx';
import TreatmentPlansPage from './TreatmentPlansPage.tsx';

/** The older address of treatment plans: one where it names one, else the list. */
export default function TreatmentPage() {
  return useParams<{ id?: string }>().id ? <TreatmentPlanPage /> : <TreatmentPlansPage />;
}
