import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CLOCK_STARTS } from '../../../shared/request/clock.ts';
import { requestSettingsFields } from '../../../shared/request/settings.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { PageError } from '../../shell/ErrorPages.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { AnswerSettingsCard } from '../requestAnswer/AnswerSettings.tsx';
import { Banner, Card, PageHeader, SkeletonPage, Stack, useFormat } from '../../ui/index.ts';
import {
  FormActions,
  FormSection,
  MultiSelectField,
  NumberField,
  RadioCardsField,
  SwitchField,
  useWatch,
} from '../../ui/form/index.ts';

/** Remaining hours at which people can be notified, from thirty days to one hour. */
const ALERTS = [720, 480, 336, 240, 168, 120, 72, 48, 24, 12, 3, 1] as const;
const DAY_HOURS = 24;

const schema = requestSettingsFields.extend({
  // A multiple selection contains strings.
  alertHours: z.array(z.string()).max(6, { error: 'requestSettings:tooManyAlerts' }),
});
type Values = z.output<typeof schema>;
type Settings = z.output<typeof requestSettingsFields> & { rowVersion: number };

const valuesOf = ({ rowVersion: _version, alertHours, ...settings }: Settings): Values => ({
  ...settings,
  alertHours: alertHours.map(String),
});

/** The workspace's settings for requests: start and alerts of clocks, approval, and retention. */
export default function RequestSettingsPage() {
  const { t } = useTranslation('requestSettings');
  const { ws } = useSession();
  const query = trpc.request.settings.get.useQuery({ ws });
  if (!query.data)
    return query.error ? <PageError error={query.error} onRetry={() => query.refetch()} /> : <SkeletonPage />;
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <Stack gap="5">
        <SettingsForm newest={query.data} />
        <AnswerSettingsCard />
      </Stack>
    </>
  );
}

function SettingsForm({ newest }: { newest: Settings }) {
  const { t } = useTranslation('requestSettings');
  const form = useSettingsForm(newest);
  return (
    <RecordForm form={form} schema={schema as never} label={t('title')}>
      <Card>
        <Stack gap="5">
          <FormSection title={t('clock')}>
            <RadioCardsField
              name="clockStart"
              label={t('clockStart')}
              help={t('clockStartHelp')}
              required
              cards={CLOCK_STARTS.map((value) => ({
                value,
                label: t(`start.${value}`),
                description: t(`startMeans.${value}`),
              }))}
            />
            <AlertField />
            <NumberField
              name="waitingDays"
              label={t('waitingDays')}
              help={t('waitingDaysHelp')}
              unit={t('days')}
              max={365}
              required
            />
            <Onwards began={form.stale.edit.base.values} />
          </FormSection>
        </Stack>
      </Card>
      <Card>
        <FormSection title={t('approval')}>
          <SwitchField name="approveOwn" label={t('approveOwn')} help={t('approveOwnHelp')} />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={t('keeping')}>
          <NumberField
            name="identityDays"
            label={t('identityDays')}
            help={t('identityDaysHelp')}
            unit={t('days')}
            max={3650}
            required
          />
          <NumberField
            name="retentionYears"
            label={t('retentionYears')}
            help={t('retentionYearsHelp')}
            unit={t('years')}
            max={50}
            required
          />
          <EndingSoon />
        </FormSection>
      </Card>
      <FormActions />
    </RecordForm>
  );
}

/** The number of requests whose personal data will be deleted soon. */
function EndingSoon() {
  const { t } = useTranslation('requestSettings');
  const { number } = useFormat();
  const { ws } = useSession();
  const { data } = trpc.request.settings.endingSoon.useQuery({ ws });
  if (!data) return null;
  return (
    <Banner tone="info" role="status">
      {data.count === 0 ? t('endingNone') : t('endingSoon', { count: data.count, number: number(data.count) })}
    </Banner>
  );
}

/** Displays hours as days if they are whole days. */
function useAlertWords(): (hours: number) => string {
  const { t } = useTranslation('requestSettings');
  const { number } = useFormat();
  return (hours) =>
    hours % DAY_HOURS === 0
      ? t('alertDays', { count: hours / DAY_HOURS, number: number(hours / DAY_HOURS) })
      : t('alertHoursLeft', { count: hours, number: number(hours) });
}

function AlertField() {
  const { t } = useTranslation('requestSettings');
  const words = useAlertWords();
  const chosen = (useWatch({ name: 'alertHours' }) as string[]).map(Number);
  const all = [...new Set([...ALERTS, ...chosen])].toSorted((one, other) => other - one);
  return (
    <MultiSelectField
      name="alertHours"
      label={t('alertHours')}
      help={t('alertHoursHelp')}
      options={all.map((hours) => ({ value: String(hours), label: words(hours) }))}
    />
  );
}

/** Warns that running clocks continue with their initial settings, while start or alerts are being changed. */
function Onwards({ began }: { began: Values }) {
  const { t } = useTranslation('requestSettings');
  const [start, alerts] = useWatch({ name: ['clockStart', 'alertHours'] }) as [string, string[]];
  if (start === began.clockStart && alerts.join() === began.alertHours.join()) return null;
  return (
    <Banner tone="info" role="status">
      {t('onwards')}
    </Banner>
  );
}

/** Saving of the settings, merged with concurrent changes of colleagues. */
function useSettingsForm(newest: Settings) {
  const { t } = useTranslation('requestSettings');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.request.settings.update.useMutation();
  const words = useAlertWords();
  const { number } = useFormat();
  return useRecordForm<Settings, Values>({
    record: newest,
    draftKey: `${ws}.requestSettings`,
    valuesOf,
    fields: () => [
      { key: 'clockStart', label: t('clockStart'), text: ({ clockStart }) => t(`start.${clockStart}`) },
      {
        key: 'alertHours',
        label: t('alertHours'),
        members: 'set',
        text: ({ alertHours }) => alertHours.map((hours) => words(Number(hours))).join(', '),
      },
      { key: 'waitingDays', label: t('waitingDays'), text: ({ waitingDays }) => number(waitingDays) },
      { key: 'approveOwn', label: t('approveOwn'), text: ({ approveOwn }) => t(approveOwn ? 'yes' : 'no') },
      { key: 'identityDays', label: t('identityDays'), text: ({ identityDays }) => number(identityDays) },
      { key: 'retentionYears', label: t('retentionYears'), text: ({ retentionYears }) => number(retentionYears) },
    ],
    question: ({ retentionYears: years }, before) =>
      !(years >= before.retentionYears)
        ? {
            title: t('shortenTitle'),
            body: t('shortenBody', { count: years, years: number(years) }),
            confirmLabel: t('shorten'),
          }
        : null,
    update: (values, rowVersion) =>
      update.mutateAsync({ ws, ...values, alertHours: values.alertHours.map(Number), rowVersion }),
    cache: (settings) => {
      cache.request.settings.get.setData({ ws }, settings);
      void cache.request.settings.invalidate();
    },
    messages: { saved: t('saved') },
  });
}
