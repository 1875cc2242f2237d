import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { REVIEW_ALERT_DAYS, type ReviewSettings, reviewSettingsFields } from '../../../shared/application/review.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, Stack, Text } from '../../ui/index.ts';
import { FormActions, MultiSelectField, NumberField } from '../../ui/form/index.ts';

// The choices of a select are texts.
const schema = reviewSettingsFields.extend({ alertDays: z.array(z.string()) });
type Values = z.output<typeof schema>;
const valuesOf = ({ months, alertDays }: ReviewSettings): Values => ({ months, alertDays: alertDays.map(String) });

/** The card of the review's deadline among the settings of deadlines; nothing for those who cannot change it. */
export function ReviewSettingsCard() {
  const { t } = useTranslation('review');
  const { ws } = useSession();
  const canSet = useCan('ropa.settings');
  const query = trpc.application.reviewSettings.useQuery({ ws }, { enabled: canSet });
  if (!canSet || !query.data) return null;
  return (
    <Card title={t('settings.title')}>
      <Stack gap="4">
        <Text textStyle="dense" color="muted">
          {t('settings.lead')}
        </Text>
        <ReviewSettingsForm newest={query.data} />
      </Stack>
    </Card>
  );
}

/** Months between reviews, and when people are reminded. */
export function ReviewSettingsForm({ newest, onSaved }: { newest: ReviewSettings; onSaved?: () => void }) {
  const { t } = useTranslation('review');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.application.updateReviewSettings.useMutation();
  const dayText = (days: number) =>
    days === 0 ? t('settings.onTheDay') : t('settings.daysBefore', { count: days, number: days });
  const form = useRecordForm<ReviewSettings, Values>({
    record: newest,
    draftKey: `${ws}.reviewSettings`,
    valuesOf,
    fields: () => [
      {
        key: 'months',
        label: t('settings.months'),
        text: ({ months }) => t('settings.monthsValue', { count: months, number: months }),
      },
      {
        key: 'alertDays',
        label: t('settings.alertDays'),
        members: 'set',
        text: ({ alertDays }) => alertDays.map((days) => dayText(Number(days))).join(', ') || t('settings.noAlerts'),
      },
    ],
    update: ({ months, alertDays }, rowVersion) =>
      update.mutateAsync({
        ws,
        months,
        alertDays: REVIEW_ALERT_DAYS.filter((days) => alertDays.includes(String(days))),
        rowVersion,
      }),
    cache: (settings) => cache.application.reviewSettings.setData({ ws }, settings),
    ...(onSaved && { onSaved }),
    messages: { saved: t('settings.saved') },
  });
  return (
    <RecordForm form={form} schema={schema as never} label={t('settings.title')} still>
      <NumberField
        name="months"
        label={t('settings.months')}
        help={t('settings.monthsHelp')}
        unit={t('settings.monthsUnit')}
        max={60}
        required
      />
      <MultiSelectField
        name="alertDays"
        label={t('settings.alertDays')}
        options={REVIEW_ALERT_DAYS.map((days) => ({ value: String(days), label: dayText(days) }))}
      />
      <FormActions />
    </RecordForm>
  );
}
