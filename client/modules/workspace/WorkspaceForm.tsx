import { useTranslation } from 'react-i18next';
import { defaultFlags, type Flags, FLAGS } from '../../../shared/registry/flags.ts';
import { TIERS, type Tier } from '../../../shared/registry/tiers.ts';
import {
  ACTIVITY_MONTHS,
  CONSENT_MONTHS,
  createWorkspace,
  type WorkspaceItem,
} from '../../../shared/workspace/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { SupportContacts } from '../../shell/dialogs/SupportContacts.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Dialog, Stack, Text, toast } from '../../ui/index.ts';
import {
  Form,
  FormActions,
  FormSection,
  RadioCardsField,
  SelectField,
  SwitchField,
  TextField,
  UrlField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import {
  formSchema,
  type FormValues,
  isShorter,
  periodText,
  sentOf,
  valuesOf,
  WORKSPACE_FIELDS,
} from './workspaceFields.ts';

const createSchema = createWorkspace.omit({ ws: true });

/** Creates a workspace, or changes its name, tier and flags. */
export default function WorkspaceDialog({ target, onClose }: { target: 'new' | WorkspaceItem; onClose: () => void }) {
  const { t } = useTranslation('workspace');
  return (
    <Dialog open onClose={onClose} width={720} title={t(target === 'new' ? 'add' : 'edit')}>
      {target === 'new' ? <CreateForm onClose={onClose} /> : <EditForm record={target} onClose={onClose} />}
    </Dialog>
  );
}

function useTierCards() {
  const { t } = useTranslation('workspace');
  return TIERS.map((value) => ({
    value,
    label: t(`tierName.${value}`),
    description: FLAGS.filter((flag) => defaultFlags(value)[flag])
      .map((flag) => t(`flag.${flag}`))
      .join(' · '),
  }));
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workspace');
  const { ws, standing } = useSession();
  const byOperator = useSetByOperator();
  const cards = useTierCards();
  const create = trpc.workspace.create.useMutation();
  const cache = trpc.useUtils();
  return (
    <Form
      schema={createSchema}
      label={t('add')}
      draftKey={`${ws}.workspace.new`}
      defaultValues={{ name: '', package: byOperator ? standing.tier : ('Standard' as Tier) }}
      onSubmit={async (values) => {
        await create.mutateAsync({ ws, ...values });
        void cache.workspace.invalidate();
        toast.success(t('created'));
        onClose();
      }}
    >
      <TextField name="name" label={t('name')} limit={200} required />
      {byOperator ? <SetByOperator /> : <RadioCardsField name="package" label={t('tier')} cards={cards} />}
      <FormActions submitLabel={t('add')} />
    </Form>
  );
}

function useWorkspaceForm(record: WorkspaceItem, onClose: () => void) {
  const { t } = useTranslation('workspace');
  const words = useWords('workspace');
  const cache = trpc.useUtils();
  const update = trpc.workspace.update.useMutation();
  return useRecordForm<WorkspaceItem, FormValues>({
    record,
    draftKey: `${record.uuid}.workspace`,
    valuesOf,
    fields: (theirs) => mergeFields(WORKSPACE_FIELDS, (values: FormValues) => values, valuesOf(theirs), words),
    question: (values, before) => {
      const shorter = (['activityMonths', 'consentMonths'] as const).filter((key) =>
        isShorter(values[key], before[key]),
      );
      return shorter.length === 0
        ? null
        : {
            title: t('shortenTitle'),
            body: (
              <Stack gap="2">
                {shorter.map((key) => (
                  <Text key={key}>{t(`shortenBody.${key}`, { period: periodText(words, values[key]) })}</Text>
                ))}
              </Stack>
            ),
            confirmLabel: t('shorten'),
          };
    },
    update: (values, rowVersion) => update.mutateAsync({ ...sentOf(values), ws: record.uuid, rowVersion }),
    cache: () => cache.workspace.invalidate(),
    onSaved: onClose,
    messages: { saved: t('updated') },
  });
}

function EditForm({ record, onClose }: { record: WorkspaceItem; onClose: () => void }) {
  const { t } = useTranslation('workspace');
  const words = useWords('workspace');
  const cards = useTierCards();
  const byOperator = useSetByOperator();
  const form = useWorkspaceForm(record, onClose);
  const choices = (allowed: readonly number[]) =>
    allowed.map((months) => ({ value: String(months), label: periodText(words, String(months)) }));
  return (
    <RecordForm form={form} schema={formSchema as never} label={t('edit')} still>
      <TextField name="name" label={t('name')} limit={200} required />
      {byOperator ? (
        <SetByOperator record={record} />
      ) : (
        <>
          <RadioCardsField name="package" label={t('tier')} cards={cards} />
          <FormSection title={t('flags')}>
            <ApplyDefaults />
            {FLAGS.map((flag) => (
              <SwitchField
                key={flag}
                name={flag}
                label={t(`flag.${flag}`)}
                {...(flag === 'adminConsoleEnable' && { help: t('consoleHelp') })}
              />
            ))}
          </FormSection>
        </>
      )}
      <FormSection title={t('retention')}>
        <SelectField
          name="activityMonths"
          label={t('activityMonths')}
          help={t('activityMonthsHint')}
          options={choices(ACTIVITY_MONTHS)}
          placeholder={t('retainedForever')}
        />
        <SelectField
          name="consentMonths"
          label={t('consentMonths')}
          help={t('consentMonthsHint')}
          options={choices(CONSENT_MONTHS)}
          placeholder={t('retainedForever')}
        />
      </FormSection>
      <UrlField name="encryptBoxUrl" label={t('encryptBoxUrl')} help={t('encryptBoxUrlHint')} />
      <FormActions />
    </RecordForm>
  );
}

/** Whether package and modules are set by the operator of the system, because sign-up is open to anybody. */
const useSetByOperator = (): boolean => useSession().config.signup === 'open';

/** Displays package and modules, and whom to ask for others. */
function SetByOperator({ record }: { record?: WorkspaceItem }) {
  const { t } = useTranslation('workspace');
  const { config, standing } = useSession();
  const tier = record?.package ?? standing.tier;
  const flags: Flags = record ?? standing.flags;
  return (
    <FormSection title={t('flags')}>
      <Text fontWeight="semibold">{t('tierIs', { tier: t(`tierName.${tier}`) })}</Text>
      <Text color="muted">
        {FLAGS.filter((flag) => flags[flag])
          .map((flag) => t(`flag.${flag}`))
          .join(' · ')}
      </Text>
      <Text textStyle="dense">{t('setByOperator')}</Text>
      <SupportContacts support={config.support} />
    </FormSection>
  );
}

/** Sets the flags to the defaults of the selected tier; each can still be changed. */
function ApplyDefaults() {
  const { t } = useTranslation('workspace');
  const { setValue } = useFormContext();
  const tier = useWatch({ name: 'package' }) as Tier;
  const apply = () => {
    for (const [flag, on] of Object.entries(defaultFlags(tier))) setValue(flag, on, { shouldDirty: true });
  };
  return (
    <div>
      <Button size="sm" onClick={apply}>
        {t('applyDefaults')}
      </Button>
      <Text textStyle="dense" color="muted" mt="1">
        {t('applyDefaultsHint', { tier: t(`tierName.${tier}`) })}
      </Text>
    </div>
  );
}
