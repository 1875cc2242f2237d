import { Plus } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  PageHeader,
  SkeletonPage,
  SkeletonText,
  Stack,
  useFormat,
} from '../../../client/ui/index.ts';
import { DataTable, useListState } from '../../../client/ui/table/index.ts';

const columns = ['a', 'b', 'c'].map((id) => ({ id, header: id, cell: () => id }));

export default function StatesPage() {
  const { locale } = useFormat();
  const text = (thai: string, english: string) => (locale === 'th' ? thai : english);
  const state = useListState({ sortBy: ['a'], pageSize: 5 });
  const table = { columns, state, searchable: false, rowKey: () => 'a', isLoading: true } as const;
  return (
    <Stack gap="5">
      <PageHeader title={text('สถานะของหน้า', 'States of a page')} />
      <Card>
        <EmptyState
          title={text('ยังไม่มีแบบขอความยินยอม', 'No consent forms yet')}
          body={text(
            'แบบขอความยินยอมใช้ขออนุญาตเจ้าของข้อมูลส่วนบุคคลก่อนเก็บและใช้ข้อมูล',
            'Forms ask data subjects before data is collected and used.',
          )}
          action={
            <Button look="main" icon={<Plus aria-hidden />}>
              {text('สร้างแบบแรก', 'Create the first')}
            </Button>
          }
        />
      </Card>
      <Card>
        <ErrorState onRetry={() => {}} reference="req-7f3a" />
      </Card>
      <DataTable id="s1" caption="waiting" data={undefined} {...table} />
      <DataTable
        id="s2"
        caption="failed"
        data={undefined}
        error={new Error('x')}
        onRetry={() => {}}
        {...table}
        isLoading={false}
      />
      <Card>
        <SkeletonText lines={3} />
      </Card>
      <SkeletonPage />
    </Stack>
  );
}
