import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PiiCategoryDetail } from '../../../shared/piiCategory/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, Card, SideRail, StatusTag, Tag, Text, useFormat } from '../../ui/index.ts';
import { IncidentsOf } from '../incident/IncidentsOf.tsx';
import { RecordHeader } from '../../records/RecordHeader.tsx';
import { RecordHistory } from '../../records/RecordHistory.tsx';
import { type RecordKey, recordPage } from '../../records/recordPage.tsx';
import { PiiOutline } from './PiiOutline.tsx';
import { SensitiveTag } from './SensitiveTag.tsx';
import { useActiveState } from './useActiveState.tsx';
import { UsedIn } from './UsedIn.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const PiiCategoryDialog = lazyScreen(() => import('./PiiCategoryDialog.tsx'));

const LIST = pageAddress('piiCategories');
const usePiiCategory = (key: RecordKey) => trpc.piiCategory.get.useQuery(key);

function Category({ record }: { record: PiiCategoryDetail }) {
  const { t } = useTranslation(['piiCategory', 'common']);
  const { text } = useFormat();
  const canWrite = useCan('piiCategory.write');
  const [editing, setEditing] = useState(false);
  const activeState = useActiveState();
  return (
    <>
      <RecordHeader
        record={record}
        list={{ label: t('title'), href: LIST }}
        title={text(record.name)}
        state={
          <>
            <StatusTag tone={record.active ? 'ok' : 'neutral'}>{t(record.active ? 'active' : 'inactive')}</StatusTag>
            {record.sensitive && <SensitiveTag />}
            <Tag>{t(record.builtIn ? 'builtIn' : 'custom')}</Tag>
          </>
        }
        {...(canWrite && { moves: [activeState.menuItem(record)] })}
        action={
          canWrite && (
            <Button icon={<Pencil />} onClick={() => setEditing(true)}>
              {t('common:edit')}
            </Button>
          )
        }
      />
      {!record.active && (
        <Box mb="4">
          <Banner
            tone="warn"
            action={
              canWrite && (
                <Button size="sm" onClick={() => void activeState.bringBack(record)}>
                  {t('reactivate')}
                </Button>
              )
            }
          >
            {t('inactiveNote')}
          </Banner>
        </Box>
      )}
      <SideRail
        rail={
          <>
            <About record={record} />
            {canWrite && <UsedIn record={record} />}
            <IncidentsOf piiCategoryId={record.id} />
            <RecordHistory entityId={record.id} />
          </>
        }
      >
        <PiiOutline record={record} canWrite={canWrite} />
      </SideRail>
      {activeState.dialog}
      <Suspense fallback={null}>
        {editing && <PiiCategoryDialog record={record} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}

/** The fields of the category as text. */
function About({ record }: { record: PiiCategoryDetail }) {
  const { t } = useTranslation('piiCategory');
  const { text } = useFormat();
  return (
    <Card title={t('about')}>
      <Text textStyle="dense" overflowWrap="anywhere">
        {text(record.description) || '–'}
      </Text>
      {record.example && (
        <Text textStyle="dense" color="muted" mt="2" overflowWrap="anywhere">
          {t('example')}: {record.example}
        </Text>
      )}
    </Card>
  );
}

/** One category of personal data: its content, its usage, its history. */
export default recordPage(usePiiCategory, Category);
