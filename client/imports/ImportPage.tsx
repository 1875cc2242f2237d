import { useSearch } from 'wouter';
import { AT_WORK, type ImportStatus } from '../../shared/import/schema.ts';
import { useWords } from '../records/useWords.ts';
import { useSession } from '../shell/session.tsx';
import { ErrorState, PageHeader, SkeletonPage, Waiting } from '../ui/index.ts';
import { CancelImport } from './CancelImport.tsx';
import { CheckedStep } from './CheckedStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { EndedStep } from './EndedStep.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import type { ImportKind, ImportTypes } from './kind.ts';
import { MappingStep } from './MappingStep.tsx';
import { StartStep } from './StartStep.tsx';
import { WorkingStep } from './WorkingStep.tsx';

/** Asked for anew while a job is at work, should the socket be away. */
const POLL_MS = 2000;

/**
 * The import of one kind: file, columns, check, done. `?id=` names the import, its state the step; the parameter of the
 * kind's target what a new one is for.
 * @example export default () => <ImportPage kind={recordImport} />
 */
export function ImportPage<T extends ImportTypes>({ kind }: { kind: ImportKind<T> }) {
  const { t: translate } = useWords(kind.texts);
  const search = new URLSearchParams(useSearch());
  const id = search.get('id');
  const target = kind.target ? search.get(kind.target.param) : null;
  return (
    <>
      <PageHeader
        title={translate('title')}
        description={translate('lead')}
        trail={[{ label: translate(kind.parent.label), href: kind.parent.href }]}
      />
      {id ? (
        <Import key={id} kind={kind} id={id} columns={search.get('step') === 'columns'} />
      ) : (
        <StartStep key={target} kind={kind} initial={target} />
      )}
    </>
  );
}

/** One import at the step where it stands; `columns` asks for the columns again, though the check is done. */
function Import<T extends ImportTypes>({ kind, id, columns }: { kind: ImportKind<T>; id: string; columns: boolean }) {
  const { ws } = useSession();
  const query = kind.router.get.useQuery(
    { ws, id },
    { refetchInterval: ({ state }) => (state.data && AT_WORK.includes(state.data.status) ? POLL_MS : false) },
  );
  if (query.error) return <ErrorState onRetry={() => void query.refetch()} />;
  const record = query.data;
  if (!record)
    return (
      <Waiting>
        <SkeletonPage />
      </Waiting>
    );
  const { status } = record;
  if (status === 'failed' || status === 'cancelled') return <EndedStep kind={kind} record={record} />;
  const step = stepOf(status, columns);
  return (
    <>
      <ImportSteps current={step} />
      {AT_WORK.includes(status) ? (
        <WorkingStep record={record} cancel={<CancelImport kind={kind} record={record} />} />
      ) : step === 1 ? (
        <MappingStep key={record.rowVersion} kind={kind} record={record} />
      ) : step === 2 ? (
        <CheckedStep kind={kind} record={record} />
      ) : (
        <DoneStep kind={kind} record={record} />
      )}
    </>
  );
}

/** The step of an import among those of `ImportSteps`. */
function stepOf(status: ImportStatus, columns: boolean): number {
  if (status === 'done') return 4;
  if (status === 'running') return 3;
  return status === 'checking' || (status === 'checked' && !columns) ? 2 : 1;
}
