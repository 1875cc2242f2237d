import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { IMPORT_LIST } from '../../../shared/import/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { ConsentImportItem } from '../../../shared/consentImport/schema.ts';
import { FILE_KINDS } from '../../../shared/file.ts';
import { id as uuid } from '../../../shared/text.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  Card,
  EmptyState,
  ErrorState,
  Heading,
  LinkButton,
  SideRail,
  Skeleton,
  Text,
  useFormat,
  Waiting,
} from '../../ui/index.ts';
import { AsyncSelectField, FileField, Form, FormActions } from '../../ui/form/index.ts';
import { type Column, DataTable, useListState, timeColumn, tableQuery } from '../../ui/table/index.ts';
import { uploadTo } from '../../upload.ts';
import { ImportSteps } from '../../imports/ImportSteps.tsx';
import { StatusOfImport } from '../../imports/StatusOfImport.tsx';
import { TemplateButtons } from '../../imports/TemplateButtons.tsx';
import { addressOf } from './address.ts';

const chosen = z.object({
  form: z.uuid({ error: 'errors:required' }),
  file: z.object({ id: uuid, name: z.string(), size: z.number() }, { error: 'errors:required' }),
});

/** The first step: the form, a file, a template for the form, and what was imported before. */
export function StartStep({ form }: { form: string | null }) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const forms = trpc.consentImport.forms.useQuery({ ws });
  const empty = forms.data && forms.data.collection.length === 0;
  return (
    <>
      <ImportSteps current={0} />
      {forms.error ? (
        <ErrorState onRetry={() => void forms.refetch()} />
      ) : !forms.data ? (
        <Waiting>
          <Skeleton height="16rem" />
        </Waiting>
      ) : empty ? (
        <EmptyState
          title={t('start.noForms')}
          body={t('start.noFormsBody')}
          action={
            <LinkButton look="main" href={pageAddress('consents')}>
              {t('start.openForms')}
            </LinkButton>
          }
        />
      ) : (
        <Begin
          known={forms.data.collection}
          form={form ?? (forms.data.collection.length === 1 ? forms.data.collection[0]!.id : null)}
        />
      )}
      <Box mt="6">
        <PastImports form={form} />
      </Box>
    </>
  );
}

interface FormChoice {
  id: string;
  name: string;
  application: string;
}

function Begin({ known, form }: { known: readonly FormChoice[]; form: string | null }) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const go = useGo();
  const cache = trpc.useUtils();
  const create = trpc.consentImport.create.useMutation();
  const [chosenForm, setChosenForm] = useState(form);
  const option = ({ id, name, application }: FormChoice) => ({
    value: id,
    label: t('start.option', { name, application }),
  });
  return (
    <SideRail rail={<Templates form={chosenForm} />}>
      <Card>
        <Form
          schema={chosen}
          defaultValues={{ form: form as never, file: null as never }}
          unguarded
          onSubmit={async (values) => {
            const { id } = await create.mutateAsync({ ws, form: values.form, fileId: values.file.id });
            go(addressOf({ id }));
          }}
        >
          <AsyncSelectField
            name="form"
            label={t('start.form')}
            help={t('start.formHelp')}
            required
            initialOptions={known.map(option)}
            onChosen={(options) => setChosenForm(options[0]?.value ?? null)}
            load={async ({ query }) => {
              const { collection } = await cache.consentImport.forms.fetch({ ws, query });
              return { options: collection.map(option), hasMore: false };
            }}
          />
          <FileField
            name="file"
            label={t('start.file')}
            help={t('start.fileHelp')}
            required
            accept=".xlsx,.xls,.csv"
            maxBytes={FILE_KINDS.consents.limit}
            upload={uploadTo(ws, 'consents')}
          />
          <FormActions submitLabel={t('start.read')} />
        </Form>
      </Card>
    </SideRail>
  );
}

function Templates({ form }: { form: string | null }) {
  const { t } = useTranslation('consentImport');
  const { ws } = useSession();
  const { locale } = useFormat();
  const cache = trpc.useUtils();
  return (
    <Card title={t('start.templateTitle')}>
      <Text mb="4">{form ? t('start.templateBody') : t('start.templateChoose')}</Text>
      <TemplateButtons
        disabled={!form}
        fetch={(format) => cache.consentImport.template.fetch({ ws, form: form!, format, locale }, { staleTime: 0 })}
      />
    </Card>
  );
}

function PastImports({ form }: { form: string | null }) {
  const { t } = useTranslation(['consentImport', 'recordImport']);
  const { ws } = useSession();
  const { number } = useFormat();
  const state = useListState({ sortBy: IMPORT_LIST.sortBy, prefix: 'past' });
  const list = trpc.consentImport.list.useQuery(
    { ws, ...state.input, ...(form && uuid.safeParse(form).success && { form }) },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<ConsentImportItem>[] = [
    { id: 'fileName', header: t('recordImport:past.file'), cell: (row) => row.fileName },
    { id: 'consent', header: t('past.form'), cell: (row) => row.consent.name },
    {
      id: 'status',
      header: t('recordImport:past.status'),
      cell: (row) => <StatusOfImport status={row.status} />,
    },
    {
      id: 'rows',
      header: t('recordImport:past.rows'),
      align: 'end',
      cell: (row) => (row.rows > 0 ? number(row.rows) : '–'),
    },
    {
      id: 'accepted',
      header: t('past.accepted'),
      align: 'end',
      cell: (row) => (row.status === 'done' ? number(row.accepted) : '–'),
    },
    { id: 'rejected', header: t('recordImport:past.rejected'), align: 'end', cell: (row) => number(row.rejected) },
    { id: 'requestedBy', header: t('recordImport:past.by'), cell: (row) => row.requestedBy.name },
    timeColumn('createdAt', t('recordImport:past.at')),
  ];
  return (
    <Box as="section" aria-labelledby="past-imports">
      <Heading id="past-imports" mb="3">
        {t('past.title')}
      </Heading>
      <DataTable
        id="consentImport"
        caption={t('past.title')}
        columns={columns}
        {...tableQuery(list)}
        state={state}
        searchPlaceholder={t('recordImport:past.search')}
        rowKey={(row) => row.id}
        rowName={(row) => row.fileName}
        rowHref={(row) => addressOf({ id: row.id })}
        emptyState={<EmptyState title={t('past.empty')} body={t('past.emptyBody')} />}
      />
    </Box>
  );
}
