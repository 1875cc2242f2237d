import { useTranslation } from 'react-i18next';
import { IMPORT_LIST } from '../../shared/import/schema.ts';
import { id as uuid } from '../../shared/text.ts';
import { useWords } from '../records/useWords.ts';
import { useSession } from '../shell/session.tsx';
import { Box, EmptyState, Heading, useFormat } from '../ui/index.ts';
import { type Column, DataTable, LIST_QUERY, tableQuery, timeColumn, useList } from '../ui/table/index.ts';
import type { ImportKind, ImportTypes } from './kind.ts';
import { StatusOfImport } from './StatusOfImport.tsx';

/** Earlier imports; optionally of the target in the address. */
export function PastImports<T extends ImportTypes>({ kind, target }: { kind: ImportKind<T>; target: string | null }) {
  const { t } = useTranslation('import');
  const { t: translate } = useWords(kind.texts);
  const { ws } = useSession();
  const { number } = useFormat();
  const { state, input } = useList(IMPORT_LIST, { prefix: 'past' });
  const narrowing = kind.target && uuid.safeParse(target).success ? { [kind.target.param]: target } : {};
  const list = kind.router.list.useQuery({ ws, ...input, ...narrowing }, LIST_QUERY);
  const { target: of } = kind;
  const form: Column<T['item']> | undefined = of && {
    id: of.param,
    header: translate('start.form'),
    wraps: true,
    cell: (row) => of.nameOf(row),
  };
  const columns: Column<T['item']>[] = [
    { id: 'fileName', header: t('past.file'), cell: (row) => row.fileName },
    ...(form ? [form] : []),
    {
      id: 'status',
      priority: 1,
      header: t('past.status'),
      cell: (row) => <StatusOfImport status={row.status} />,
    },
    { id: 'rows', header: t('past.rows'), align: 'end', cell: (row) => (row.rows > 0 ? number(row.rows) : '–') },
    {
      id: 'accepted',
      header: t('past.accepted'),
      align: 'end',
      cell: (row) => (row.status === 'done' || row.written > 0 ? number(row.written) : '–'),
    },
    { id: 'rejected', header: t('past.rejected'), align: 'end', cell: (row) => number(row.rejected) },
    { id: 'requestedBy', priority: 3, header: t('past.by'), cell: (row) => row.requestedBy.name },
    timeColumn('createdAt', t('past.at')),
  ];
  return (
    <Box as="section" aria-labelledby="past-imports">
      <Heading id="past-imports" mb="3">
        {t('past.title')}
      </Heading>
      <DataTable
        id={kind.texts}
        caption={t('past.title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('past.search')}
        rowKey={(row) => row.id}
        rowName={(row) => row.fileName}
        rowHref={(row) => kind.address({ id: row.id })}
        emptyState={<EmptyState title={translate('past.empty')} body={t('past.emptyBody')} />}
      />
    </Box>
  );
}
