import { AssessmentPage } from './assessment/AssessmentPage.tsx';

/** One impact assessment. */
export default function DpiaPage() {
  return <AssessmentPage />;
}
