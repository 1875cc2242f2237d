import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { PageHeader, SideRail, Tag, useFormat } from '../../ui/index.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { PurposeCategoryForm } from './PurposeCategoryForm.tsx';

const LIST = pageAddress('purposeCategories');

/** One purpose category; the id `new` creates one. */
export default function PurposeCategoryPage() {
  const { id } = useParams<{ id: string }>();
  const { t } = useTranslation('recordScreen');
  if (id !== 'new') return <Existing key={id} id={id} />;
  return (
    <>
      <PageHeader title={t('category.add')} trail={[{ label: t('category.title'), href: LIST }]} />
      <PurposeCategoryForm />
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { t } = useTranslation('recordScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const query = trpc.purposeCategory.get.useQuery({ ws, id });
  return (
    <LoadedRecord query={query}>
      {(record) => (
        <>
          <PageHeader
            title={text(record.name)}
            trail={[{ label: t('category.title'), href: LIST }]}
            state={<Tag>{t(record.builtIn ? 'category.builtIn' : 'category.custom')}</Tag>}
            updatedAt={record.updatedAt}
            updatedBy={record.updatedBy?.name}
          />
          <SideRail rail={<RecordHistory entityId={id} />}>
            <PurposeCategoryForm record={record} disabled={!canWrite} />
          </SideRail>
        </>
      )}
    </LoadedRecord>
  );
}
