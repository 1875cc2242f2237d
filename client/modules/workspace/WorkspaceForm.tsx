import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { defaultFlags, FLAGS } from '../../../shared/registry/flags.ts';
import { TIERS, type Tier } from '../../../shared/registry/tiers.ts';
import {
  ACTIVITY_MONTHS,
  CONSENT_MONTHS,
  createWorkspace,
  updateWorkspace,
  type Workspace,
  type WorkspaceItem,
} from '../../../shared/workspace/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { Button, Dialog, Text, toast } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
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

const createSchema = createWorkspace.omit({ ws: true });
// A select speaks in texts: '' is for good.
const updateSchema = updateWorkspace
  .omit({ ws: true, rowVersion: true, applyDefaults: true })
  .extend({ activityMonths: z.string(), consentMonths: z.string() });
const monthsOf = <Months extends number>(allowed: readonly Months[], text: string): Months | null =>
  allowed.find((months) => String(months) === text) ?? null;

type Values = z.output<typeof updateSchema>;
const valuesOf = (
  record: Pick<
    Workspace,
    'name' | 'package' | 'encryptBoxUrl' | 'activityMonths' | 'consentMonths' | (typeof FLAGS)[number]
  >,
): Values =>
  ({
    name: record.name,
    package: record.package,
    encryptBoxUrl: record.encryptBoxUrl,
    activityMonths: String(record.activityMonths ?? ''),
    consentMonths: String(record.consentMonths ?? ''),
    ...Object.fromEntries(FLAGS.map((flag) => [flag, record[flag]])),
  }) as Values;

/** Creates a workspace, or changes name, tier and flags of one. */
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
  const { ws } = useSession();
  const cards = useTierCards();
  const create = trpc.workspace.create.useMutation();
  const cache = trpc.useUtils();
  return (
    <Form
      schema={createSchema}
      label={t('add')}
      draftKey={`${ws}.workspace.new`}
      defaultValues={{ name: '', package: 'Standard' as Tier }}
      onSubmit={async (values) => {
        await create.mutateAsync({ ws, ...values });
        void cache.workspace.invalidate();
        toast.success(t('created'));
        onClose();
      }}
    >
      <TextField name="name" label={t('name')} limit={200} required />
      <RadioCardsField name="package" label={t('tier')} cards={cards} />
      <FormActions submitLabel={t('add')} />
    </Form>
  );
}

function EditForm({ record, onClose }: { record: WorkspaceItem; onClose: () => void }) {
  const { t } = useTranslation(['workspace', 'common']);
  const cards = useTierCards();
  const update = trpc.workspace.update.useMutation();
  const cache = trpc.useUtils();
  const draftKey = `${record.uuid}.workspace`;
  const saved = () => {
    forgetDraft(draftKey);
    void cache.workspace.invalidate();
    toast.success(t('updated'));
    onClose();
  };
  const kept = (text: string | undefined) => {
    const months = Number(text);
    if (!months) return t('keptForever');
    return months % 12 === 0 ? t('keptYears', { count: months / 12 }) : t('keptMonths', { count: months });
  };
  const choices = (allowed: readonly number[]) =>
    allowed.map((months) => ({ value: String(months), label: kept(String(months)) }));
  const yesNo = (on: boolean | undefined) => t(on ? 'common:yes' : 'common:no');
  const stale = useStaleEdit<WorkspaceItem | Workspace, Values>({
    record,
    valuesOf,
    draftKey,
    fields: () => [
      { key: 'name', label: t('name'), text: ({ name }) => name ?? '' },
      { key: 'package', label: t('tier'), text: (values) => (values.package ? t(`tierName.${values.package}`) : '') },
      ...FLAGS.map((flag) => ({ key: flag, label: t(`flag.${flag}`), text: (values: Values) => yesNo(values[flag]) })),
      { key: 'encryptBoxUrl', label: t('encryptBoxUrl'), text: ({ encryptBoxUrl }) => encryptBoxUrl ?? '' },
      { key: 'activityMonths', label: t('activityMonths'), text: (values) => kept(values.activityMonths) },
      { key: 'consentMonths', label: t('consentMonths'), text: (values) => kept(values.consentMonths) },
    ],
    save: ({ activityMonths, consentMonths, ...values }, rowVersion) =>
      update.mutateAsync({
        ...values,
        activityMonths: monthsOf(ACTIVITY_MONTHS, activityMonths),
        consentMonths: monthsOf(CONSENT_MONTHS, consentMonths),
        ws: record.uuid,
        rowVersion,
        applyDefaults: false,
      }),
    saved,
    takeTheirs: () => {
      forgetDraft(draftKey);
      void cache.workspace.invalidate();
      onClose();
    },
  });
  return (
    <>
      <Form
        schema={updateSchema as unknown as z.ZodType<z.output<typeof updateSchema>, z.input<typeof updateSchema>>}
        label={t('edit')}
        draftKey={draftKey}
        defaultValues={valuesOf(record) as never}
        onSubmit={async (values) => {
          await stale.save(values);
          saved();
        }}
      >
        <NewerRecord edit={stale.edit} />
        <TextField name="name" label={t('name')} limit={200} required />
        <RadioCardsField name="package" label={t('tier')} cards={cards} />
        <FormSection title={t('flags')}>
          <ApplyDefaults />
          {FLAGS.map((flag) => (
            <SwitchField key={flag} name={flag} label={t(`flag.${flag}`)} />
          ))}
        </FormSection>
        <FormSection title={t('retention')}>
          <SelectField
            name="activityMonths"
            label={t('activityMonths')}
            help={t('activityMonthsHint')}
            options={choices(ACTIVITY_MONTHS)}
            placeholder={t('keptForever')}
          />
          <SelectField
            name="consentMonths"
            label={t('consentMonths')}
            help={t('consentMonthsHint')}
            options={choices(CONSENT_MONTHS)}
            placeholder={t('keptForever')}
          />
        </FormSection>
        <UrlField name="encryptBoxUrl" label={t('encryptBoxUrl')} />
        <FormActions />
      </Form>
      {stale.dialog}
    </>
  );
}

/** Puts the flags to what the chosen tier starts with; each can still be set by hand. */
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
