import { useTranslation } from 'react-i18next';
import { type ProtocolSettings, protocolSettingsFields } from '../../../shared/dataRightsProtocol/schema.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FormActions, TextField } from '../../ui/form/index.ts';
import { Banner, Box, Card, Stack } from '../../ui/index.ts';

/** The identifier that agents use for the organisation. */
export function BusinessCard() {
  const { t } = useTranslation('dataRightsProtocol');
  const { ws } = useSession();
  const query = trpc.dataRightsProtocol.settings.get.useQuery({ ws });
  return (
    <Box mb="5" maxWidth="48rem">
      <Card title={t('business.title')}>
        <LoadedInDialog query={query} lines={4}>
          {(newest) => <BusinessForm newest={newest} />}
        </LoadedInDialog>
      </Card>
    </Box>
  );
}

function BusinessForm({ newest }: { newest: ProtocolSettings }) {
  const { t } = useTranslation('dataRightsProtocol');
  const { ws } = useSession();
  const mayWrite = useCan('requestForm.write');
  const cache = trpc.useUtils();
  const update = trpc.dataRightsProtocol.settings.update.useMutation();
  const form = useRecordForm<ProtocolSettings, { businessId: string }>({
    record: newest,
    draftKey: `${ws}.protocolSettings`,
    valuesOf: ({ businessId }) => ({ businessId }),
    fields: () => [{ key: 'businessId', label: t('business.label'), text: ({ businessId }) => businessId }],
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, rowVersion }),
    cache: (saved) => cache.dataRightsProtocol.settings.get.setData({ ws }, saved),
    messages: { saved: t('business.saved') },
  });
  return (
    <Stack gap="4">
      {newest.businessId === '' && <Banner tone="warn">{t('business.missing')}</Banner>}
      <RecordForm
        form={form}
        schema={protocolSettingsFields as never}
        label={t('business.title')}
        disabled={!mayWrite}
        still
      >
        <TextField name="businessId" label={t('business.label')} help={t('business.help')} limit={100} />
        {mayWrite && <FormActions />}
      </RecordForm>
    </Stack>
  );
}
