import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createApprovalLine, REPORT_TYPES, type ReportType } from '../../../../shared/approvalLine/schema.ts';
import { useGo } from '../../../shell/navigation.ts';
import { useSession } from '../../../shell/session.tsx';
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
import { Readiness } from './Readiness.tsx';

const schema = createApprovalLine.omit({ ws: true });
const PAGE = 20;

interface AskProps {
  /** The application asked for, if it is known. */
  applicationId: string | null;
  reportType?: ReportType;
  onClose: () => void;
}

/** Asks for the approval of an application's newest document: of which kind, by whom, in which order. */
export default function AskForApproval({ applicationId, reportType = 'ROPA', onClose }: AskProps) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const defaults = trpc.approvalLine.defaults.get.useQuery({ ws });
  const first = trpc.application.get.useQuery(
    { ws, id: applicationId ?? '' },
    { enabled: applicationId !== null, retry: false },
  );
  const waiting = (!defaults.data && !defaults.error) || (applicationId !== null && !first.data && !first.error);
  return (
    <Dialog open onClose={onClose} side="right" width={640} title={t('create.title')} description={t('create.lead')}>
      {waiting ? (
        <SkeletonText lines={8} />
      ) : (
        <AskForm
          application={first.data ? { id: first.data.id, name: first.data.name } : null}
          reportType={reportType}
          defaults={{
            ROPA: (defaults.data?.ROPA ?? []).map(({ id }) => id),
            DPIA: (defaults.data?.DPIA ?? []).map(({ id }) => id),
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface AskFormProps {
  application: { id: string; name: string } | null;
  reportType: ReportType;
  defaults: Record<ReportType, string[]>;
  onClose: () => void;
}

function AskForm({ application, reportType, defaults, onClose }: AskFormProps) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const go = useGo();
  const cache = trpc.useUtils();
  const { all } = usePeople();
  const create = trpc.approvalLine.create.useMutation();
  return (
    <Form
      schema={schema}
      label={t('create.title')}
      draftKey={`${ws}.approvalLine.${application?.id ?? 'new'}`}
      defaultValues={{
        reportType,
        applicationId: application?.id ?? '',
        approverIds: defaults[reportType],
        description: '',
      }}
      onSubmit={async (values) => {
        const created = await create.mutateAsync({ ws, ...values });
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
      <RadioCardsField
        name="reportType"
        label={t('create.type')}
        required
        cards={REPORT_TYPES.map((value) => ({ value, label: t(`type.${value}`), description: t(`typeNote.${value}`) }))}
      />
      <AsyncSelectField
        name="applicationId"
        label={t('create.application')}
        required
        initialOptions={application ? [{ value: application.id, label: application.name }] : []}
        load={async ({ query, page }) => {
          const { collection, meta } = await cache.application.pick.fetch({
            ws,
            query,
            currentPage: page,
            pageSize: PAGE,
          });
          return {
            options: collection.map(({ id, name }) => ({ value: id, label: name })),
            hasMore: meta.currentPage < meta.totalPage,
          };
        }}
      />
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

function Chosen() {
  const [reportType, applicationId] = useWatch({ name: ['reportType', 'applicationId'] }) as [
    ReportType,
    string | null,
  ];
  return <Readiness reportType={reportType} applicationId={applicationId || null} />;
}

/** Another kind of document starts with its own default approvers, as long as nobody has changed those of the first. */
function DefaultsOfKind({ defaults }: Pick<AskFormProps, 'defaults'>) {
  const { setValue, getValues } = useFormContext();
  const reportType = useWatch({ name: 'reportType' }) as ReportType;
  useEffect(() => {
    const other = reportType === 'ROPA' ? 'DPIA' : 'ROPA';
    const now = (getValues('approverIds') as string[] | undefined) ?? [];
    if (now.length === 0 || now.join() === defaults[other].join()) setValue('approverIds', defaults[reportType]);
  }, [reportType, defaults, setValue, getValues]);
  return null;
}
