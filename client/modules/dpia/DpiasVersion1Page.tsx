import { DpiaList } from './list/DpiaList.tsx';

/** Impact assessments of the older variant. */
export default function DpiasVersion1Page() {
  return <DpiaList variant="OLDER" />;
}
