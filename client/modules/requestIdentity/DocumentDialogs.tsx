import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endingsOf } from '../../../shared/file.ts';
import { type Request, requiredReason } from '../../../shared/request/schema.ts';
import { DOCUMENT_PERSONS, IDENTITY_DOCUMENT } from '../../../shared/requestIdentity/document.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Dialog, toast } from '../../ui/index.ts';
import { FileField, Form, FormActions, SelectField, TextArea } from '../../ui/form/index.ts';
import { uploadTo } from '../../upload.ts';
import { useShowIdentity } from './identityView.ts';

interface DocumentDialogProps {
  request: Request;
  onClose: () => void;
}

const person = z.enum(DOCUMENT_PERSONS);
const requestedFields = z.object({ person, reason: requiredReason });
const addedFields = z.object({ person, file: z.object({ id: z.string() }, { error: 'errors:required' }) });

/** Requests a document from the data subject, with a reason. */
export function AskDocumentDialog({ request, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('identityPanel');
  const { ws } = useSession();
  const show = useShowIdentity();
  const ask = trpc.requestIdentity.askDocument.useMutation();
  return (
    <Dialog open onClose={onClose} title={t('documents.ask')} description={t('ask.lead')}>
      <Form
        schema={requestedFields}
        label={t('documents.ask')}
        defaultValues={{ person: first(request), reason: '' }}
        onSubmit={async (values) => {
          show(await ask.mutateAsync({ ws, id: request.id, ...values }));
          toast.success(t('ask.done'));
          onClose();
        }}
      >
        <PersonField request={request} />
        <TextArea name="reason" label={t('ask.reason')} help={t('ask.reasonHelp')} limit={2000} required />
        <FormActions submitLabel={t('documents.ask')} />
      </Form>
    </Dialog>
  );
}

/** Stores a document received by post or at the counter. */
export function AddDocumentDialog({ request, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('identityPanel');
  const { ws } = useSession();
  const show = useShowIdentity();
  const add = trpc.requestIdentity.addDocument.useMutation();
  return (
    <Dialog open onClose={onClose} title={t('documents.add')} description={t('add.lead')}>
      <Form
        schema={addedFields}
        label={t('documents.add')}
        defaultValues={{ person: first(request), file: null as never }}
        onSubmit={async ({ person: whose, file }) => {
          show(await add.mutateAsync({ ws, id: request.id, person: whose, fileId: file.id }));
          toast.success(t('add.done'));
          onClose();
        }}
      >
        <PersonField request={request} />
        <FileField
          name="file"
          label={t('add.file')}
          help={t('add.fileHelp')}
          required
          accept={endingsOf(IDENTITY_DOCUMENT)
            .map((ending) => `.${ending}`)
            .join(',')}
          maxBytes={IDENTITY_DOCUMENT.limit}
          upload={uploadTo(ws, IDENTITY_DOCUMENT)}
        />
        <FormActions submitLabel={t('documents.add')} />
      </Form>
    </Dialog>
  );
}

const first = ({ ageBand }: Request) => (ageBand === 'CHILD' ? 'GUARDIAN' : 'SUBJECT');

function PersonField({ request }: { request: Request }) {
  const { t } = useTranslation('identityPanel');
  const persons = DOCUMENT_PERSONS.filter((one) => one !== 'GUARDIAN' || request.identity?.guardian);
  return (
    <SelectField
      name="person"
      label={t('ask.person')}
      required
      options={persons.map((value) => ({ value, label: t(`person.${value}`) }))}
    />
  );
}
