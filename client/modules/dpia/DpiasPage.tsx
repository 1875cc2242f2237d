import { DpiaList } from './list/DpiaList.tsx';

/** Impact assessments of the workspace. */
export default function DpiasPage() {
  return <DpiaList variant="CURRENT" />;
}
