import { useTranslation } from 'react-i18next';
import { type ApprovalLine, resubmitApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Dialog, toast } from '../../../ui/index.ts';
import { Form, FormActions, TextArea } from '../../../ui/form/index.ts';
import { inputOf, Readiness } from '../ask/Readiness.tsx';
import { ApproversField } from '../people/ApproversField.tsx';
import { subjectOfLine } from '../words.tsx';

const base = resubmitApprovalLine.omit({ ws: true, id: true, rowVersion: true }).required({ approverIds: true });
/** The same file that was sent back needs a new note for the approvers; the server checks it too. */
const withNote = (before: string) =>
  base.refine(({ description }) => description !== '' && description !== before, {
    error: 'approvalLine:problem.sameDocument',
    path: ['description'],
  });

/** Submits a line that was sent back again: with the newest document, from the first approver on. */
export default function ResubmitDialog({ line, onClose }: { line: ApprovalLine; onClose: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const resubmit = trpc.approvalLine.resubmit.useMutation();
  const subject = subjectOfLine(line);
  const readiness = trpc.approvalLine.readiness.useQuery(
    { ws, ...inputOf(subject ?? { reportType: line.reportType, subjectId: '' }) },
    { enabled: subject !== null, staleTime: 0 },
  );
  const sentBack = line.history.some(({ round, status }) => round === line.round && status === 'REWORKED');
  const same = sentBack && readiness.data?.document?.sha256 === line.document.sha256;
  const approvers = line.history.filter(({ round }) => round === line.round).map(({ approver }) => approver);
  return (
    <Dialog open onClose={onClose} title={t('manage.resubmitTitle')} description={t('manage.resubmitLead')}>
      <Form
        schema={same ? withNote(line.description) : base}
        label={t('manage.resubmitTitle')}
        draftKey={`${ws}.approvalLine.${line.id}.resubmit`}
        defaultValues={{ approverIds: approvers.map(({ id }) => id), description: line.description }}
        onSubmit={async (values) => {
          const again = await resubmit.mutateAsync({ ws, id: line.id, rowVersion: line.rowVersion, ...values });
          cache.approvalLine.get.setData({ ws, id: line.id }, again);
          void cache.approvalLine.invalidate();
          toast.success(
            t('manage.resubmitted'),
            again.current ? { detail: t('create.doneDetail', { name: again.current.approver.name }) } : undefined,
          );
          onClose();
        }}
      >
        <Readiness subject={subject} lineId={line.id} same={same} />
        <ApproversField
          name="approverIds"
          label={t('create.approvers')}
          help={t('create.approversHelp')}
          required
          known={approvers}
        />
        <TextArea
          name="description"
          label={t('create.description')}
          help={t(same ? 'create.sameHelp' : 'create.descriptionHelp')}
          required={same}
          limit={2000}
          rows={3}
        />
        <FormActions submitLabel={t('manage.resubmit')} />
      </Form>
    </Dialog>
  );
}
