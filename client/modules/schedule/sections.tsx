import { PlugZap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FREQUENCIES } from '../../../shared/schedule/runs.ts';
import type { Schedule } from '../../../shared/schedule/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  MultiSelectField,
  NumberField,
  PasswordField,
  SelectField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { Banner, Button, Text } from '../../ui/index.ts';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { FormsField } from './FormsField.tsx';
import { confirmedKey, type FormValues, serverOf } from './scheduleFields.ts';
import { hourText, WEEKDAYS } from './useTimingWords.ts';
import { LOCALES } from '../../../shared/locale.ts';

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => index + from);

/**
 * The workspaces and forms whose answers are exported, and the file format. `own`: workspaces of the schedule, since a
 * closed one, or one without the console, can be deselected only.
 */
export function ContentFields({ own }: { own: Schedule['workspaces'] }) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const workspaces = trpc.consentAdmin.workspaces.useQuery({ ws });
  const names = new Map([...(workspaces.data ?? []), ...own].map(({ id, name }) => [id, name]));
  return (
    <>
      <MultiSelectField
        name="workspaceIds"
        label={t('field.workspaceIds')}
        required
        options={[...names].map(([value, label]) => ({ value, label }))}
      />
      <FormsField />
      <SelectField
        name="content"
        label={t('field.content')}
        required
        options={(['all', 'changes'] as const).map((value) => ({ value, label: t(`content.${value}`) }))}
      />
      <SelectField
        name="format"
        label={t('field.format')}
        required
        options={(['csv', 'xlsx'] as const).map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <SelectField
        name="locale"
        label={t('field.locale')}
        required
        options={LOCALES.map((value) => ({ value, label: t(`localeOf.${value}`) }))}
      />
      <TextArea
        name="encryptionKey"
        label={t('field.encryptionKey')}
        help={t('field.encryptionKeyHelp')}
        limit={50_000}
        rows={3}
      />
    </>
  );
}

/** The time of each run, in Bangkok time. */
export function TimingFields() {
  const { t } = useTranslation('schedule');
  const { frequency, day: chosen } = useWatch() as FormValues;
  const { setValue } = useFormContext<FormValues>();
  const isNoWeekday = frequency === 'Weekly' && Number(chosen) > WEEKDAYS.length;
  useEffect(() => {
    // The day of the month that was chosen before.
    if (isNoWeekday) setValue('day', '1', { shouldDirty: true });
  }, [isNoWeekday, setValue]);
  const days =
    frequency === 'Weekly'
      ? WEEKDAYS.map((day, index) => ({ value: String(index + 1), label: t(`weekday.${day}`) }))
      : upTo(31, 1).map((day) => ({ value: String(day), label: String(day) }));
  return (
    <>
      <SelectField
        name="frequency"
        label={t('field.frequency')}
        required
        options={FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))}
      />
      {frequency !== 'Daily' && (
        <SelectField
          name="day"
          label={t('field.day')}
          {...(frequency === 'Monthly' && { help: t('field.dayHelp') })}
          required
          options={days}
        />
      )}
      <SelectField
        name="hour"
        label={t('field.hour')}
        help={t('field.hourHelp')}
        required
        options={upTo(24).map((hour) => ({ value: String(hour), label: hourText(hour) }))}
      />
    </>
  );
}

/** The server, its sign-in method, and the test of both. */
export function ServerFields({ record }: { record: Schedule | undefined }) {
  const { t } = useTranslation('schedule');
  const values = useWatch() as FormValues;
  const isStored = values.signIn === record?.signIn;
  return (
    <>
      <TextField name="host" label={t('field.host')} help={t('field.hostHelp')} limit={253} required />
      <NumberField name="port" label={t('field.port')} max={65_535} required />
      <TextField name="username" label={t('field.username')} limit={254} required />
      <SelectField
        name="signIn"
        label={t('field.signIn')}
        required
        options={(['password', 'key'] as const).map((value) => ({ value, label: t(`signIn.${value}`) }))}
      />
      {values.signIn === 'password' ? (
        <PasswordField
          name="password"
          label={t('field.password')}
          {...(isStored && { help: t('field.secretStored') })}
          autoComplete="off"
          limit={500}
          required={!isStored}
        />
      ) : (
        <TextArea
          name="privateKey"
          label={t('field.privateKey')}
          help={isStored ? t('field.secretStored') : t('field.privateKeyHelp')}
          limit={20_000}
          rows={4}
          required={!isStored}
        />
      )}
      <TextField name="folder" label={t('field.folder')} help={t('field.folderHelp')} limit={1000} required />
      <ServerKey id={isStored ? record?.id : undefined} values={values} />
    </>
  );
}

/** The confirmed key of the server, with an action to confirm one. `id`: of the schedule whose secret is stored. */
function ServerKey({ id, values }: { id: string | undefined; values: FormValues }) {
  const { t } = useTranslation('schedule');
  const { setValue, formState } = useFormContext<FormValues>();
  const [isOpen, setOpen] = useState(false);
  const confirmed = confirmedKey(values);
  const isTestable = values.host !== '' && values.username !== '' && values.folder !== '';
  const error = formState.errors.hostKey;
  return (
    <>
      {confirmed === '' ? (
        <Banner tone={error ? 'danger' : 'info'}>{t('refusal.hostKey')}</Banner>
      ) : (
        <Text overflowWrap="anywhere">{t('confirmed', { fingerprint: confirmed })}</Text>
      )}
      <div>
        <Button icon={<PlugZap aria-hidden />} disabled={!isTestable} onClick={() => setOpen(true)}>
          {t('test.open')}
        </Button>
      </div>
      {isOpen && (
        <ConnectionDialog
          id={id}
          values={values}
          onClose={() => setOpen(false)}
          onConfirmed={(fingerprint) => {
            setValue('hostKeyOf', serverOf(values), { shouldDirty: true });
            setValue('hostKey', fingerprint, { shouldDirty: true, shouldValidate: true });
          }}
        />
      )}
    </>
  );
}
