import { useState } from 'react';
import { z } from 'zod';
import { useGoLater } from '../../../client/shell/navigation.ts';
import { Button, ConfirmDialog, Dialog, HStack, PageHeader, Stack, useDialog } from '../../../client/ui/index.ts';
import { FileField, Form, FormActions, TextField, type UploadFile } from '../../../client/ui/form/index.ts';
import { KeepOut } from '../../../client/ui/form/KeepOut.tsx';

const schema = z.object({ title: z.string(), person: z.string() });
const empty = { title: '', person: '' };
const withFile = z.object({ title: z.string(), file: z.object({ name: z.string() }).nullable() });
const PEOPLE = ['person'];

/** The answer to what is sent: an event `answer`, with the reason of a refusal as its detail. */
const answer = () =>
  new Promise<void>((resolve, reject) => {
    const onAnswer = ({ detail }: CustomEventInit<string>) => (detail ? reject(new Error(detail)) : resolve());
    addEventListener('answer', (event) => onAnswer(event as CustomEvent<string>), { once: true });
  });

/** An upload ends at an event of its name, with the reason of its failure as the detail; stopping it is ignored. */
const upload: UploadFile = (file) =>
  new Promise((resolve, reject) => {
    const onEnd = ({ detail }: CustomEventInit<string>) =>
      detail ? reject(new Error(detail)) : resolve({ id: file.name, name: file.name, size: file.size });
    addEventListener(`upload ${file.name}`, (event) => onEnd(event as CustomEvent<string>), { once: true });
  });

export default function SendingPage() {
  const goLater = useGoLater();
  const dialog = useDialog();
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <>
      <PageHeader title="ส่งแบบ" />
      <Stack gap="5">
        <Form
          schema={schema}
          label="หน้า"
          draftKey="sending"
          defaultValues={empty}
          onSubmit={async () => {
            const go = goLater();
            await answer();
            go('/table');
          }}
        >
          <KeepOut names={PEOPLE} />
          <TextField name="title" label="ชื่อ" />
          <TextField name="person" label="บุคคล" />
          <FormActions />
        </Form>
        <HStack>
          <Button onClick={dialog.show}>เปิดแบบ</Button>
          <Button onClick={() => setRemoving('ก')}>ลบ ก</Button>
        </HStack>
        <Dialog {...dialog.props} title="แบบในกล่อง">
          <Form
            schema={withFile}
            label="กล่อง"
            defaultValues={{ title: '', file: null }}
            onSubmit={({ file }) => {
              document.body.dataset['sent'] = file?.name ?? '';
              return answer().then(dialog.close);
            }}
          >
            <TextField name="title" label="ชื่อ" />
            <FileField name="file" label="ไฟล์" upload={upload} />
            <FormActions />
          </Form>
        </Dialog>
        <ConfirmDialog
          open={removing !== null}
          onClose={() => setRemoving(null)}
          onConfirm={answer}
          title={`ลบ ${removing ?? ''}`}
          confirmLabel="ยืนยัน"
        />
      </Stack>
    </>
  );
}
