import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { AT_WORK } from '../../shared/import/schema.ts';
import { useWords } from '../records/useWords.ts';
import { useSession } from '../shell/session.tsx';
import { ErrorState, PageHeader, SkeletonPage, Text, useFormat, Waiting } from '../ui/index.ts';
import { CancelImport } from './CancelImport.tsx';
import { CheckedStep } from './CheckedStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { EndedStep } from './EndedStep.tsx';
import { type ImportStep, ImportSteps } from './ImportSteps.tsx';
import type { ImportKind, ImportTypes } from './kind.ts';
import { MappingStep } from './MappingStep.tsx';
import { StartStep } from './StartStep.tsx';
import { useMapping } from './useMapping.ts';
import { ValuesStep } from './ValuesStep.tsx';
import { WorkingStep } from './WorkingStep.tsx';

/** Polling interval while a job is running, should the socket be disconnected. */
const POLL_MS = 2000;

/**
 * The import of one kind: file, columns, check, done. `?id=` names the import, its state the step; the parameter of the
 * kind's target the target of a new one.
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
        <Import key={id} kind={kind} id={id} wanted={search.get('step')} />
      ) : (
        <StartStep key={target} kind={kind} initial={target} />
      )}
    </>
  );
}

/** One import at its current step; `wanted` names an earlier one to display again. */
function Import<T extends ImportTypes>({
  kind,
  id,
  wanted,
}: {
  kind: ImportKind<T>;
  id: string;
  wanted: string | null;
}) {
  const { ws } = useSession();
  const query = kind.router.get.useQuery(
    { ws, id },
    { refetchInterval: ({ state }) => (state.data && AT_WORK.includes(state.data.status) ? POLL_MS : false) },
  );
  const record = query.data;
  if (query.error && !record) return <ErrorState onRetry={() => void query.refetch()} />;
  if (!record)
    return (
      <Waiting>
        <SkeletonPage />
      </Waiting>
    );
  const { status } = record;
  if (status === 'failed' || status === 'cancelled') return <EndedStep kind={kind} record={record} />;
  const step = stepOf(kind, record, wanted);
  return (
    <>
      <ImportSteps step={step} hasValues={kind.values !== undefined} />
      {AT_WORK.includes(status) ? (
        <WorkingStep record={record} cancel={<CancelImport kind={kind} record={record} />} />
      ) : status === 'done' ? (
        <DoneStep kind={kind} record={record} />
      ) : (
        // Another sheet has columns of its own, to which nothing that was entered applies.
        <OpenStep key={`${record.sheet.sheet}.${record.sheet.headingRow}`} kind={kind} record={record} step={step} />
      )}
    </>
  );
}

/** A step between reading the file and writing its rows. What was entered in one stays while another is displayed. */
function OpenStep<T extends ImportTypes>({
  kind,
  record,
  step,
}: {
  kind: ImportKind<T>;
  record: T['record'];
  step: ImportStep | null;
}) {
  const { t } = useTranslation('import');
  const { date } = useFormat();
  const edit = useMapping(kind, record);
  return (
    <>
      {edit.guard}
      {record.filesUntil && (
        <Text textStyle="small" color="muted" mb="4">
          {t('files.untilOpen', { day: date(record.filesUntil) })}
        </Text>
      )}
      {step === 'columns' ? (
        <MappingStep kind={kind} record={record} edit={edit} />
      ) : step === 'values' && kind.values ? (
        <ValuesStep kind={kind} record={record} edit={edit} values={kind.values} />
      ) : (
        <CheckedStep kind={kind} record={record} />
      )}
    </>
  );
}

/** The step of an import; null once it is done. */
function stepOf<T extends ImportTypes>(
  { values }: ImportKind<T>,
  record: T['record'],
  wanted: string | null,
): ImportStep | null {
  const { status } = record;
  if (status === 'done') return null;
  if (status === 'running') return 'done';
  if (status === 'checking') return 'check';
  if (status !== 'checked' || wanted === 'columns') return 'columns';
  if (values?.has(record) && (wanted === 'values' || values.waits(record))) return 'values';
  return 'check';
}
