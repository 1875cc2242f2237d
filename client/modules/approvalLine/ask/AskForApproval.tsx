import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { approvalRequest } from '../../../../shared/approvalLine/schema.ts';
import { type DocumentSubject, REPORT_TYPES, type ReportType } from '../../../../shared/approvalLine/subject.ts';
import { useGoLater } from '../../../shell/navigation.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Dialog, SkeletonText, toast } from '../../../ui/index.ts';
import {
  AsyncSelectField,
  Form,
  FormActions,
  RadioCardsField,
  TextArea,
  useFormContext,
  useWatch,
} from '../../../ui/form/index.ts';
import { ApproversField } from '../people/ApproversField.tsx';
import { usePeople } from '../people/usePeople.ts';
import { lineHref } from '../words.tsx';
import { inputOf, Readiness } from './Readiness.tsx';

const schema = approvalRequest
  .omit({ applicationId: true, privacyNoticeId: true })
  .extend({ subjectId: z.string({ error: 'errors:required' }).min(1, { error: 'errors:required' }) });
const PAGE = 20;

interface AskProps {
  /** The subject of the request, if it is known. */
  subject: DocumentSubject | null;
  onClose: () => void;
}

/**
 * Requests the approval of the newest document of an application or a notice: its kind, the approvers and their order.
 */
export default function AskForApproval({ subject, onClose }: AskProps) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const defaults = trpc.approvalLine.defaults.get.useQuery({ ws });
  const id = subject?.subjectId ?? '';
  const isNotice = subject?.reportType === 'NOTICE';
  const application = trpc.application.pick.useQuery(
    { ws, id, pageSize: 1 },
    { enabled: id !== '' && !isNotice, retry: false },
  );
  const notice = trpc.privacyNotice.get.useQuery({ ws, id }, { enabled: id !== '' && isNotice, retry: false });
  const { isPending } = isNotice ? notice : application;
  const first = isNotice ? notice.data : application.data?.collection[0];
  const waiting = (!defaults.data && !defaults.error) || (id !== '' && isPending);
  return (
    <Dialog open onClose={onClose} side="right" width={640} title={t('create.title')} description={t('create.lead')}>
      {waiting ? (
        <SkeletonText lines={8} />
      ) : (
        <AskForm
          first={first ? { id: first.id, name: first.name } : null}
          reportType={subject?.reportType ?? 'ROPA'}
          defaults={{
            ROPA: (defaults.data?.ROPA ?? []).map((one) => one.id),
            DPIA: (defaults.data?.DPIA ?? []).map((one) => one.id),
            NOTICE: (defaults.data?.NOTICE ?? []).map((one) => one.id),
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface AskFormProps {
  first: { id: string; name: string } | null;
  reportType: ReportType;
  defaults: Record<ReportType, string[]>;
  onClose: () => void;
}

function AskForm({ first, reportType, defaults, onClose }: AskFormProps) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const { all } = usePeople();
  const create = trpc.approvalLine.create.useMutation();
  return (
    <Form
      schema={schema}
      label={t('create.title')}
      draftKey={`${ws}.approvalLine.${first?.id ?? 'new'}`}
      defaultValues={{
        reportType,
        subjectId: first?.id ?? '',
        approverIds: defaults[reportType],
        description: '',
      }}
      onSubmit={async ({ reportType: kind, subjectId, ...values }) => {
        const go = goLater();
        const created = await create.mutateAsync({ ws, ...inputOf({ reportType: kind, subjectId }), ...values });
        void cache.approvalLine.invalidate();
        toast.success(t('create.done'), {
          detail: t('create.doneDetail', {
            name: created.current?.approver.name ?? all.get(values.approverIds[0] ?? '')?.name ?? '',
          }),
        });
        onClose();
        go(lineHref(created.id));
      }}
    >
      <KindField />
      <SubjectField first={first} of={reportType} />
      <Chosen />
      <DefaultsOfKind defaults={defaults} />
      <ApproversField name="approverIds" label={t('create.approvers')} help={t('create.approversHelp')} required />
      <TextArea
        name="description"
        label={t('create.description')}
        help={t('create.descriptionHelp')}
        limit={2000}
        rows={3}
      />
      <FormActions submitLabel={t('create.submit')} />
    </Form>
  );
}

/** The kind of document. With another kind of record, the chosen one is no longer a choice. */
function KindField() {
  const { t } = useTranslation('approvalLine');
  const readsNotices = useCan('privacyNotice.read');
  const { setValue } = useFormContext();
  const before = useWatch({ name: 'reportType' }) as ReportType;
  return (
    <RadioCardsField
      name="reportType"
      label={t('create.type')}
      required
      cards={REPORT_TYPES.filter((value) => value !== 'NOTICE' || readsNotices).map((value) => ({
        value,
        label: t(`type.${value}`),
        description: t(`typeNote.${value}`),
      }))}
      onChosen={(kind) => {
        if ((kind === 'NOTICE') !== (before === 'NOTICE')) setValue('subjectId', '');
      }}
    />
  );
}

/** The record of the document: a notice for notices, an application for the others. */
function SubjectField({ first, of }: { first: AskFormProps['first']; of: ReportType }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const isNotice = (useWatch({ name: 'reportType' }) as ReportType) === 'NOTICE';
  return (
    <AsyncSelectField
      key={String(isNotice)}
      name="subjectId"
      label={t(isNotice ? 'create.notice' : 'create.application')}
      required
      initialOptions={first && isNotice === (of === 'NOTICE') ? [{ value: first.id, label: first.name }] : []}
      load={async ({ query, page, id }) => {
        if (id && isNotice) {
          const { name: label } = await cache.privacyNotice.get.fetch({ ws, id });
          return { options: [{ value: id, label }], hasMore: false };
        }
        const input = { ws, query, currentPage: page, pageSize: PAGE };
        const { collection, meta } = isNotice
          ? await cache.privacyNotice.list.fetch(input)
          : await cache.application.pick.fetch({ ...input, id });
        // Of a withdrawn notice nothing can be published.
        const offered = collection.filter((one) => !('withdrawn' in one && one.withdrawn));
        return {
          options: offered.map(({ id: value, name: label }) => ({ value, label })),
          hasMore: meta.currentPage < meta.totalPage,
        };
      }}
    />
  );
}

function Chosen() {
  const [reportType, subjectId] = useWatch({ name: ['reportType', 'subjectId'] }) as [ReportType, string | null];
  return <Readiness subject={subjectId ? { reportType, subjectId } : null} />;
}

/** Another kind of document starts with its own default approvers, if nobody has changed those of the first. */
function DefaultsOfKind({ defaults }: Pick<AskFormProps, 'defaults'>) {
  const { setValue, getValues } = useFormContext();
  const reportType = useWatch({ name: 'reportType' }) as ReportType;
  useEffect(() => {
    const now = (getValues('approverIds') as string[] | undefined) ?? [];
    const isDefault = REPORT_TYPES.some((other) => other !== reportType && now.join() === defaults[other].join());
    if (now.length === 0 || isDefault) setValue('approverIds', defaults[reportType]);
  }, [reportType, defaults, setValue, getValues]);
  return null;
}
