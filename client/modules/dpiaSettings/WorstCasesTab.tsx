import { useTranslation } from 'react-i18next';
import { PROBLEMATIC_ACTIONS } from '../../../shared/dpia/content.ts';
import { type DpiaVariant, FRAMEWORK_LIMITS } from '../../../shared/dpia/framework.ts';
import {
  LINE_LIMIT,
  type WorstCaseFields,
  worstCaseFields,
  type WorstCaseSetting,
} from '../../../shared/dpiaSettings/schema.ts';
import { type FieldDescriptor, initialValues, mergeFields } from '../../records/fields.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BilingualField, FormActions, MultiSelectField, SwitchField } from '../../ui/form/index.ts';
import { Dialog, Text, useFormat } from '../../ui/index.ts';
import { BilingualLines } from './BilingualLines.tsx';
import { OwnRows } from './SettingRows.tsx';
import { nameIn } from '../../../shared/locale.ts';

const LINES = ['sources', 'threats', 'measures'] as const;

/** The worst cases offered as templates in assessments. */
export function WorstCasesTab({ variant }: { variant: DpiaVariant }) {
  const { t } = useTranslation('dpiaSettings');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const query = trpc.dpiaSettings.worstCases.list.useQuery({ ws, variant });
  const remove = trpc.dpiaSettings.worstCases.remove.useMutation();
  return (
    <LoadedRecord query={query}>
      {({ collection }) => (
        <OwnRows
          label={t('tab.worst')}
          rows={collection}
          limit={FRAMEWORK_LIMITS.worstCases}
          addLabel={t('worst.add')}
          details={(row) => <Lines row={row} />}
          dialog={(props) => <WorstCaseDialog variant={variant} {...props} />}
          remove={async ({ id }) => {
            await remove.mutateAsync({ ws, id });
            await cache.dpiaSettings.invalidate();
          }}
        />
      )}
    </LoadedRecord>
  );
}

function Lines({ row }: { row: WorstCaseSetting }) {
  const { t } = useTranslation('dpiaSettings');
  const { text } = useFormat();
  return LINES.filter((list) => row[list].length > 0).map((list) => (
    <Text key={list} textStyle="dense">
      {t('worst.line', { label: t(`field.${list}`), list: row[list].map(text).join(' · ') })}
    </Text>
  ));
}

const FIELDS: readonly FieldDescriptor<WorstCaseFields>[] = [
  { key: 'title', kind: 'bilingual', section: 'worst', read: ({ title }) => title },
  { key: 'description', kind: 'bilingualText', section: 'worst', read: ({ description }) => description },
  ...LINES.map((list): FieldDescriptor<WorstCaseFields> => ({
    key: list,
    kind: 'list',
    section: 'worst',
    read: (values, words) => values[list].map((line) => nameIn(words, line)).join('\n'),
  })),
  {
    key: 'problematicActions',
    kind: 'set',
    section: 'worst',
    read: ({ problematicActions }, { t }) =>
      problematicActions.map((one) => t(`dpiaAssessment:action.${one}`)).join('\n'),
  },
  { key: 'active', kind: 'yesNo', section: 'worst', initial: [true], read: ({ active }) => active },
];
const valuesOf = ({
  title,
  description,
  sources,
  threats,
  problematicActions,
  measures,
  active,
}: WorstCaseSetting): WorstCaseFields => ({
  title,
  description,
  sources,
  threats,
  problematicActions,
  measures,
  active,
});

interface WorstCaseDialogProps {
  variant: DpiaVariant;
  /** The worst case to edit; undefined for a new one. */
  record?: WorstCaseSetting;
  onClose: () => void;
}

function useForm({ variant, record, onClose }: WorstCaseDialogProps) {
  const { t } = useTranslation('dpiaSettings');
  const { ws } = useSession();
  const words = useWords('dpiaSettings');
  const cache = trpc.useUtils();
  const create = trpc.dpiaSettings.worstCases.create.useMutation();
  const update = trpc.dpiaSettings.worstCases.update.useMutation();
  return useRecordForm<WorstCaseSetting, WorstCaseFields>({
    record,
    draftKey: `${ws}.dpiaWorstCase.${variant}.${record?.id ?? 'new'}`,
    valuesOf,
    initial: initialValues<WorstCaseFields>(FIELDS),
    fields: (theirs) => mergeFields(FIELDS, (values: WorstCaseFields) => values, valuesOf(theirs), words),
    update: (values, rowVersion) =>
      update.mutateAsync({ ws, id: (record as WorstCaseSetting).id, ...values, rowVersion }),
    create: (values) => create.mutateAsync({ ws, variant, ...values }),
    cache: () => cache.dpiaSettings.invalidate(),
    onCreated: onClose,
    onSaved: onClose,
    messages: { saved: t('saved'), created: t('created') },
  });
}

function WorstCaseDialog(props: WorstCaseDialogProps) {
  const { record, onClose } = props;
  const { t } = useTranslation(['dpiaSettings', 'dpiaAssessment']);
  const { text } = useFormat();
  const form = useForm(props);
  return (
    <Dialog
      open
      onClose={onClose}
      width={760}
      title={record ? t('editOf', { name: text(record.title) }) : t('worst.add')}
    >
      <RecordForm form={form} schema={worstCaseFields as never} label={t('tab.worst')} still>
        <BilingualField name="title" label={t('field.title')} limit={200} required />
        <BilingualField name="description" label={t('field.description')} multiline rows={2} />
        {LINES.map((list) => (
          <BilingualLines
            key={list}
            name={list}
            label={t(`field.${list}`)}
            entry={(number) => t(`worst.entry.${list}`, { number })}
            limit={LINE_LIMIT}
          />
        ))}
        <MultiSelectField
          name="problematicActions"
          label={t('field.problematicActions')}
          help={t('dpiaAssessment:help.problematicActions')}
          options={PROBLEMATIC_ACTIONS.map((value) => ({ value, label: t(`dpiaAssessment:action.${value}`) }))}
        />
        <SwitchField name="active" label={t('field.active')} help={t('worst.activeHelp')} />
        <FormActions />
      </RecordForm>
    </Dialog>
  );
}
