import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type answerSettings, answerSettingsFields } from '../../../shared/requestAnswer/schema.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, ErrorState, Stack, Text, useFormat } from '../../ui/index.ts';
import { FormActions, NumberField } from '../../ui/form/index.ts';

type Values = z.output<typeof answerSettingsFields>;
type Settings = z.output<typeof answerSettings>;

const valuesOf = ({ expiryDays, downloadLimit }: Settings): Values => ({ expiryDays, downloadLimit });

/** How long and how often data subjects can download an answer; part of the request settings. */
export function AnswerSettingsCard() {
  const { t } = useTranslation('requestAnswer');
  const { ws } = useSession();
  const query = trpc.requestAnswer.settings.get.useQuery({ ws });
  if (!query.data && !query.error) return null;
  return (
    <Card title={t('settings.title')} maxWidth="form">
      {query.data ? (
        <Stack gap="4">
          <Text textStyle="dense" color="muted">
            {t('settings.lead')}
          </Text>
          <AnswerSettingsForm newest={query.data} />
        </Stack>
      ) : (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
    </Card>
  );
}

function AnswerSettingsForm({ newest }: { newest: Settings }) {
  const { t } = useTranslation('requestAnswer');
  const { number } = useFormat();
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.requestAnswer.settings.update.useMutation();
  const form = useRecordForm<Settings, Values>({
    record: newest,
    draftKey: `${ws}.requestAnswerSettings`,
    valuesOf,
    fields: () => [
      { key: 'expiryDays', label: t('settings.expiryDays'), text: ({ expiryDays }) => number(expiryDays) },
      { key: 'downloadLimit', label: t('settings.downloadLimit'), text: ({ downloadLimit }) => number(downloadLimit) },
    ],
    update: (values, rowVersion) => update.mutateAsync({ ws, ...values, rowVersion }),
    cache: (settings) => cache.requestAnswer.settings.get.setData({ ws }, settings),
    messages: { saved: t('settings.saved') },
  });
  return (
    <RecordForm form={form} schema={answerSettingsFields as never} label={t('settings.title')} still>
      <NumberField
        name="expiryDays"
        label={t('settings.expiryDays')}
        help={t('settings.expiryDaysHelp')}
        unit={t('settings.days')}
        max={90}
        required
      />
      <NumberField
        name="downloadLimit"
        label={t('settings.downloadLimit')}
        help={t('settings.downloadLimitHelp')}
        unit={t('settings.times')}
        max={20}
        required
      />
      <FormActions />
    </RecordForm>
  );
}
