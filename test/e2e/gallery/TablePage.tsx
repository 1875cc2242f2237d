import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Box, Button, LinkButton, PageHeader, RelativeTime, StatusTag, useFormat } from '../../../client/ui/index.ts';
import { DataTable, useListState } from '../../../client/ui/table/index.ts';
import type { Column } from '../../../client/ui/table/index.ts';

interface Row {
  id: string;
  name: string;
  status: 'draft' | 'published' | 'overdue';
  answers: number;
  owner: string;
  updatedAt: number;
}

const all: Row[] = Array.from({ length: 237 }, (_, index) => ({
  id: String(index + 1),
  name:
    ['สมัครสมาชิกสหกรณ์ออมทรัพย์', 'รับข่าวสารและสิทธิประโยชน์', 'บันทึกภาพกิจกรรมประจำปีที่ผู้ปกครองเข้าร่วม', 'แบบสอบถามความพึงพอใจ'][
      index % 4
    ] + ` ${index + 1}`,
  status: (['draft', 'published', 'overdue'] as const)[index % 3] ?? 'draft',
  answers: (index * 7919) % 100_000,
  owner: ['กัญญาณัฐ ศรีสุวรรณ', 'ปริญญา วัฒนกุล'][index % 2] ?? '',
  updatedAt: Date.now() - index * 5_400_000,
}));

const WAITING = 'รอคำตอบ';

export default function TablePage() {
  const { locale, number } = useFormat();
  const text = (thai: string, english: string) => (locale === 'th' ? thai : english);
  const [arrived, setArrived] = useState<readonly Row[]>([]);
  const state = useListState({
    sortBy: ['updatedAt', 'name', 'answers'],
    filters: { status: 'one', owner: 'many', updated: 'range' },
  });
  const words = {
    draft: text('ร่าง', 'Draft'),
    published: text('เผยแพร่แล้ว', 'Published'),
    overdue: text('เกินกำหนด', 'Overdue'),
  };
  const tones = { draft: 'neutral', published: 'ok', overdue: 'danger' } as const;
  const columns: Column<Row>[] = [
    { id: 'name', header: text('ชื่อ', 'Name'), cell: (row) => row.name },
    {
      id: 'status',
      header: text('สถานะ', 'State'),
      cell: (row) => <StatusTag tone={tones[row.status]}>{words[row.status]}</StatusTag>,
    },
    {
      id: 'answers',
      header: text('จำนวนคำตอบ', 'Answers'),
      cell: (row) => number(row.answers),
      align: 'end',
    },
    { id: 'owner', header: text('ผู้รับผิดชอบ', 'Owner'), cell: (row) => row.owner },
    {
      id: 'updatedAt',
      header: text('แก้ไขล่าสุด', 'Last edited'),
      cell: (row) => <RelativeTime value={row.updatedAt} />,
    },
    { id: 'id', header: text('รหัส', 'Id'), cell: (row) => row.id, align: 'end', defaultHidden: true },
  ];
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const found = [...arrived, ...all]
    .filter(
      (row) =>
        !removed.includes(row.id) &&
        row.name.includes(state.query) &&
        (!state.filters.status || row.status === state.filters.status) &&
        (state.filters.owner.length === 0 || state.filters.owner.includes(row.owner)),
    )
    .toSorted(
      (a, b) =>
        (state.sortBy === 'name' ? a.name.localeCompare(b.name, 'th') : a[state.sortBy] - b[state.sortBy]) *
        (state.sortDirection === 'ASC' ? 1 : -1),
    );
  const from = (state.currentPage - 1) * state.pageSize;
  return (
    <>
      <PageHeader
        title={text('แบบขอความยินยอม', 'Consent forms')}
        description={text(
          'รวมทุกแบบที่ใช้ขอความยินยอมจากเจ้าของข้อมูลส่วนบุคคล',
          'Every form that asks data subjects for consent.',
        )}
        action={
          <LinkButton look="main" href="/form" icon={<Plus aria-hidden />}>
            {text('สร้างแบบ', 'New form')}
          </LinkButton>
        }
      />
      <DataTable
        id="gallery"
        caption={text('แบบขอความยินยอม', 'Consent forms')}
        columns={columns}
        data={{
          collection: found.slice(from, from + state.pageSize),
          meta: {
            currentPage: state.currentPage,
            pageSize: state.pageSize,
            totalPage: Math.ceil(found.length / state.pageSize),
            totalItems: found.length,
          },
        }}
        isLoading={false}
        // An answer that does not come.
        isRefreshing={state.query === WAITING}
        state={state}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => `/blocks?id=${row.id}`}
        rowActions={(row) => [
          { key: 'edit', label: text('แก้ไข', 'Edit'), icon: <Pencil aria-hidden />, href: `/form?id=${row.id}` },
          { key: 'del', label: text('ลบ', 'Delete'), icon: <Trash2 aria-hidden />, danger: true, separated: true },
        ]}
        filters={[
          {
            kind: 'one',
            key: 'status',
            label: text('สถานะ', 'State'),
            options: Object.entries(words).map(([value, label]) => ({ value, label })),
          },
          {
            kind: 'many',
            key: 'owner',
            label: text('ผู้รับผิดชอบ', 'Owner'),
            options: ['กัญญาณัฐ ศรีสุวรรณ', 'ปริญญา วัฒนกุล'].map((one) => ({ value: one, label: one })),
          },
          { kind: 'range', key: 'updated', label: text('แก้ไขล่าสุด', 'Edited'), maxDays: 90 },
        ]}
      />
      <Box mt="4">
        <Button
          size="sm"
          onClick={() =>
            setArrived((rows) => [{ ...all[0]!, id: `new-${rows.length}`, updatedAt: Date.now() }, ...rows])
          }
        >
          +1
        </Button>
        <Button size="sm" onClick={() => setRemoved([...removed, found[from + 2]!.id])}>
          −1
        </Button>
      </Box>
    </>
  );
}
