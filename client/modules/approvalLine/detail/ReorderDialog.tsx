import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type ApprovalLine, updateApprovalLine } from '../../../../shared/approvalLine.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Dialog, toast } from '../../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../../ui/form/index.ts';
import { useStaleEdit } from '../../record/useStaleEdit.tsx';
import { ApproversField } from '../people/ApproversField.tsx';
import { usePeople } from '../people/usePeople.ts';

const schema = updateApprovalLine.omit({ ws: true, id: true, rowVersion: true });

/** The approvers of the round going on: others, or another order. Who has approved stays where he is. */
export default function ReorderDialog({ line: newest, onClose }: { line: ApprovalLine; onClose: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  // What was opened stays under the hands of whoever edits; saving over a newer line shows both.
  const [line] = useState(newest);
  const steps = stepsOf(line);
  const known = steps.map(({ approver }) => approver);
  const { all } = usePeople(known);
  const [typed, setTyped] = useState<z.output<typeof schema>>();
  const update = trpc.approvalLine.update.useMutation();
  const saved = () => {
    void cache.approvalLine.invalidate();
    toast.success(t('manage.saved'));
    onClose();
  };
  const stale = useStaleEdit<ApprovalLine>({
    fields: (theirs) => [
      { key: 'approvers', label: t('manage.stale'), before: numbered(stepsOf(theirs).map(({ approver }) => approver.name)), after: numbered((typed?.approverIds ?? []).map((id) => all.get(id)?.name ?? t('person.unknown'))) },
      { key: 'description', label: t('create.description'), before: theirs.description, after: typed?.description ?? '' },
    ],
    takeTheirs: () => {
      void cache.approvalLine.invalidate();
      onClose();
    },
    keptMine: saved,
  });
  return (
    <Dialog open onClose={onClose} persistent title={t('manage.reorderTitle')} description={t('manage.reorderLead')}>
      <Form
        schema={schema}
        label={t('manage.reorderTitle')}
        defaultValues={{ approverIds: steps.map(({ approver }) => approver.id), description: line.description }}
        onSubmit={async (values) => {
          setTyped(values);
          await stale.guard((rowVersion) => update.mutateAsync({ ws, id: line.id, rowVersion, ...values }), line.rowVersion);
          saved();
        }}
      >
        <ApproversField name="approverIds" label={t('create.approvers')} required known={known} fixed={steps.filter(({ status }) => status === 'APPROVED').length} />
        <TextArea name="description" label={t('create.description')} limit={2000} rows={3} />
        <FormActions onCancel={onClose} />
      </Form>
      {stale.dialog}
    </Dialog>
  );
}

const stepsOf = (line: ApprovalLine) => line.history.filter(({ round }) => round === line.round);
const numbered = (names: readonly string[]) => names.map((name, index) => `${index + 1}. ${name}`).join('\n');
