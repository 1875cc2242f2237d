import { useTranslation } from 'react-i18next';
import type { PurposeCategory } from '../../../shared/purposeCategory/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { PageHeader, SideRail, Tag, useFormat } from '../../ui/index.ts';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { PurposeCategoryForm } from './PurposeCategoryForm.tsx';

const LIST = pageAddress('purposeCategories');

const usePurposeCategory = (key: RecordKey) => trpc.purposeCategory.get.useQuery(key);

function New() {
  const { t } = useTranslation('purposeCategoryScreen');
  return (
    <>
      <PageHeader title={t('add')} trail={[{ label: t('title'), href: LIST }]} />
      <PurposeCategoryForm />
    </>
  );
}

function Existing({ record }: { record: PurposeCategory }) {
  const { t } = useTranslation('purposeCategoryScreen');
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  return (
    <>
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: LIST }}
        title={text(record.name)}
        state={<Tag>{t(record.builtIn ? 'builtIn' : 'custom')}</Tag>}
      />
      <SideRail rail={<RecordHistory entityId={record.id} />}>
        <PurposeCategoryForm record={record} disabled={!canWrite} />
      </SideRail>
    </>
  );
}

/** One purpose category; the id `new` creates one. */
export default recordPage(usePurposeCategory, Existing, New);
