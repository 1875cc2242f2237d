import { AssessmentPage } from './assessment/AssessmentPage.tsx';

/** One impact assessment of the older variant. */
export default function DpiaVersion1Page() {
  return <AssessmentPage />;
}
