import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { AT_WORK } from '../../../shared/recordImport/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { PageHeader } from '../../ui/index.ts';
import { ImportFlow } from '../../imports/ImportFlow.tsx';
import { WorkingStep } from '../../imports/WorkingStep.tsx';
import { CancelImport } from './CancelImport.tsx';
import { CheckedStep } from './CheckedStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { FailedStep } from './FailedStep.tsx';
import { MappingStep } from './MappingStep.tsx';
import { StartStep } from './StartStep.tsx';

/** Asked for anew while a job is at work, should the socket be away. */
const POLL_MS = 2000;

/** The import of a record of processing: file, columns, check, done. `?id=` names the import, its state the step. */
export default function RecordImportPage() {
  const { t } = useTranslation(['recordImport', 'recordScreen']);
  const search = new URLSearchParams(useSearch());
  const id = search.get('id');
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        trail={[{ label: t('recordScreen:application.title'), href: pageAddress('applications') }]}
      />
      {id ? <Import key={id} id={id} columns={search.get('step') === 'columns'} /> : <StartStep />}
    </>
  );
}

function Import({ id, columns }: { id: string; columns: boolean }) {
  const { ws } = useSession();
  const query = trpc.recordImport.get.useQuery(
    { ws, id },
    { refetchInterval: ({ state }) => (state.data && AT_WORK.includes(state.data.status) ? POLL_MS : false) },
  );
  return (
    <ImportFlow
      query={query}
      columns={columns}
      failed={(record) => <FailedStep record={record} />}
      working={(record) => <WorkingStep record={record} cancel={<CancelImport record={record} />} />}
      mapping={(record) => <MappingStep key={record.rowVersion} record={record} />}
      checked={(record) => <CheckedStep record={record} />}
      done={(record) => <DoneStep record={record} />}
    />
  );
}
