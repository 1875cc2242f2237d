import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { IMPORT_LIST } from '../../../shared/import/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { FILE_KINDS } from '../../../shared/file.ts';
import type { RecordImportItem } from '../../../shared/recordImport/schema.ts';
import { id as uuid } from '../../../shared/text.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Card, EmptyState, Heading, SideRail, Text, useFormat } from '../../ui/index.ts';
import { FileField, Form, FormActions } from '../../ui/form/index.ts';
import { type Column, DataTable, useListState, timeColumn, tableQuery } from '../../ui/table/index.ts';
import { uploadTo } from '../../upload.ts';
import { ImportSteps } from '../../imports/ImportSteps.tsx';
import { StatusOfImport } from '../../imports/StatusOfImport.tsx';
import { TemplateButtons } from '../../imports/TemplateButtons.tsx';

const chosenFile = z.object({
  file: z.object({ id: uuid, name: z.string(), size: z.number() }, { error: 'errors:required' }),
});
const address = (id: string) => pageAddress('recordImport', { id });

/** The first step: a file, the templates, and what was imported before. */
export function StartStep() {
  const { t } = useTranslation('recordImport');
  const { ws } = useSession();
  const go = useGo();
  const create = trpc.recordImport.create.useMutation();
  return (
    <>
      <ImportSteps current={0} />
      <SideRail rail={<Templates />}>
        <Card>
          <Form
            schema={chosenFile}
            defaultValues={{ file: null as never }}
            unguarded
            onSubmit={async ({ file }) => {
              const { id } = await create.mutateAsync({ ws, fileId: file.id });
              go(address(id));
            }}
          >
            <FileField
              name="file"
              label={t('file.label')}
              help={t('file.help')}
              required
              accept=".xlsx,.xls,.csv"
              maxBytes={FILE_KINDS.import.limit}
              upload={uploadTo(ws, 'import')}
            />
            <FormActions submitLabel={t('file.start')} />
          </Form>
        </Card>
      </SideRail>
      <Box mt="6">
        <PastImports />
      </Box>
    </>
  );
}

function Templates() {
  const { t } = useTranslation('recordImport');
  const { ws } = useSession();
  const { locale } = useFormat();
  const cache = trpc.useUtils();
  return (
    <Card title={t('file.templateTitle')}>
      <Text mb="4">{t('file.templateBody')}</Text>
      <TemplateButtons
        fetch={(format) => cache.recordImport.template.fetch({ ws, format, locale }, { staleTime: 0 })}
      />
    </Card>
  );
}

function PastImports() {
  const { t } = useTranslation('recordImport');
  const { ws } = useSession();
  const { number } = useFormat();
  const state = useListState({ sortBy: IMPORT_LIST.sortBy, prefix: 'past' });
  const list = trpc.recordImport.list.useQuery({ ws, ...state.input }, { placeholderData: keepPreviousData });
  const columns: Column<RecordImportItem>[] = [
    { id: 'fileName', header: t('past.file'), cell: (row) => row.fileName },
    { id: 'status', header: t('past.status'), cell: (row) => <StatusOfImport status={row.status} /> },
    { id: 'rows', header: t('past.rows'), align: 'end', cell: (row) => (row.rows > 0 ? number(row.rows) : '–') },
    { id: 'rejected', header: t('past.rejected'), align: 'end', cell: (row) => number(row.rejected) },
    { id: 'requestedBy', header: t('past.by'), cell: (row) => row.requestedBy.name },
    timeColumn('createdAt', t('past.at')),
  ];
  return (
    <Box as="section" aria-labelledby="past-imports">
      <Heading id="past-imports" mb="3">
        {t('past.title')}
      </Heading>
      <DataTable
        id="recordImport"
        caption={t('past.title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('past.search')}
        rowKey={(row) => row.id}
        rowName={(row) => row.fileName}
        rowHref={(row) => address(row.id)}
        emptyState={<EmptyState title={t('past.empty')} body={t('past.emptyBody')} />}
      />
    </Box>
  );
}
