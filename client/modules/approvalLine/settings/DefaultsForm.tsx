import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type ApprovalDefaults, updateApprovalDefaults } from '../../../../shared/approvalLine/schema.ts';
import { REPORT_TYPES } from '../../../../shared/approvalLine/subject.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Text } from '../../../ui/index.ts';
import { FormActions, FormSection, NumberField } from '../../../ui/form/index.ts';
import { RecordForm, useRecordForm } from '../../../records/RecordForm.tsx';
import { ApproversField } from '../people/ApproversField.tsx';
import { usePeople } from '../people/usePeople.ts';

const schema = updateApprovalDefaults.omit({ ws: true, rowVersion: true });
type Values = z.output<typeof schema>;
const valuesOf = ({ ROPA, DPIA, NOTICE, remindAfterDays }: ApprovalDefaults): Values => ({
  ROPA: ROPA.map(({ id }) => id),
  DPIA: DPIA.map(({ id }) => id),
  NOTICE: NOTICE.map(({ id }) => id),
  remindAfterDays,
});

const peopleOf = ({ ROPA, DPIA, NOTICE }: ApprovalDefaults) => [...ROPA, ...DPIA, ...NOTICE];

/** Default approvers for each kind of document, and the days until a reminder. */
export function DefaultsForm({ newest }: { newest: ApprovalDefaults }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const known = [...new Map(peopleOf(newest).map((approver) => [approver.id, approver])).values()];
  const { all } = usePeople(known);
  const update = trpc.approvalLine.defaults.update.useMutation();
  const names = (list: readonly string[]) =>
    list.map((name, index) => `${index + 1}. ${name}`).join('\n') || t('settingsPage.none');
  const form = useRecordForm<ApprovalDefaults, Values>({
    record: newest,
    draftKey: `${ws}.approvalDefaults`,
    valuesOf,
    fields: (theirs) => {
      const named = new Map(peopleOf(theirs).map(({ id, name }) => [id, name]));
      return [
        ...REPORT_TYPES.map((type) => ({
          key: type,
          label: t(`settingsPage.${type}`),
          text: (values: Values) =>
            names((values[type] ?? []).map((id) => named.get(id) ?? all.get(id)?.name ?? t('person.unknown'))),
        })),
        {
          key: 'remindAfterDays',
          label: t('settingsPage.remindAfterDays'),
          text: ({ remindAfterDays }) => String(remindAfterDays),
        },
      ];
    },
    update: (values, rowVersion) => update.mutateAsync({ ws, rowVersion, ...values }),
    cache: (saved) => cache.approvalLine.defaults.get.setData({ ws }, saved),
    messages: { saved: t('settingsPage.saved') },
  });
  return (
    <RecordForm form={form} schema={schema as never} label={t('settingsPage.title')} still>
      <Text color="muted">{t('settingsPage.defaultsLead')}</Text>
      {REPORT_TYPES.map((type) => (
        <ApproversField key={type} name={type} label={t(`settingsPage.${type}`)} known={known} />
      ))}
      <FormSection title={t('settingsPage.remind')}>
        <NumberField
          name="remindAfterDays"
          label={t('settingsPage.remindAfterDays')}
          unit={t('settingsPage.days')}
          help={t('settingsPage.remindHelp')}
        />
      </FormSection>
      <FormActions />
    </RecordForm>
  );
}
