import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type ApprovalDefaults, REPORT_TYPES, updateApprovalDefaults } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Text, toast } from '../../../ui/index.ts';
import { Form, FormActions, FormSection, NumberField } from '../../../ui/form/index.ts';
import { useStaleEdit } from '../../../records/useStaleEdit.tsx';
import { ApproversField } from '../people/ApproversField.tsx';
import { usePeople } from '../people/usePeople.ts';

const schema = updateApprovalDefaults.omit({ ws: true, rowVersion: true });
type Values = z.output<typeof schema>;
const valuesOf = ({ ROPA, DPIA, remindAfterDays }: ApprovalDefaults): Values => ({
  ROPA: ROPA.map(({ id }) => id),
  DPIA: DPIA.map(({ id }) => id),
  remindAfterDays,
});

/** Default approvers for each kind of document, and the days after which one is reminded. */
export function DefaultsForm({ newest, onReload }: { newest: ApprovalDefaults; onReload: () => Promise<void> }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const [settings] = useState(newest);
  const [known] = useState(() => [...newest.ROPA, ...newest.DPIA]);
  const { all } = usePeople(known);
  const update = trpc.approvalLine.defaults.update.useMutation();
  const names = (list: readonly string[]) =>
    list.map((name, index) => `${index + 1}. ${name}`).join('\n') || t('settingsPage.none');
  const saved = () => {
    toast.success(t('settingsPage.saved'));
    void onReload();
  };
  const stale = useStaleEdit<ApprovalDefaults, Values>({
    record: settings,
    valuesOf,
    fields: (theirs) => {
      const named = new Map([...theirs.ROPA, ...theirs.DPIA].map(({ id, name }) => [id, name]));
      return [
        ...REPORT_TYPES.map((type) => ({
          key: type,
          label: t(`settingsPage.${type}`),
          text: (values: Values) =>
            names(values[type].map((id) => named.get(id) ?? all.get(id)?.name ?? t('person.unknown'))),
        })),
        {
          key: 'remindAfterDays',
          label: t('settingsPage.remindAfterDays'),
          text: ({ remindAfterDays }) => String(remindAfterDays),
        },
      ];
    },
    save: async (values, rowVersion) => {
      const now = await update.mutateAsync({ ws, rowVersion, ...values });
      cache.approvalLine.defaults.get.setData({ ws }, now);
      return now;
    },
    saved,
    takeTheirs: () => void onReload(),
  });
  return (
    <>
      <Form
        schema={schema}
        label={t('settingsPage.title')}
        defaultValues={valuesOf(settings)}
        onSubmit={async (values) => {
          await stale.save(values);
          saved();
        }}
      >
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
      </Form>
      {stale.dialog}
    </>
  );
}
