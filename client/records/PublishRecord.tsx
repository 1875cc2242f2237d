import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo, usePath } from '../shell/navigation.ts';
import { Button, ConfirmDialog, Dialog, toast, useDialog } from '../ui/index.ts';
import { useFormContext } from '../ui/form/index.ts';

export interface PublishRecordProps {
  rowVersion: number;
  /** Number of the version that it becomes. */
  number: number;
  /** Texts of the record's namespace. */
  say: (
    key: 'action' | 'title' | 'invalid' | 'missingTitle' | 'missingLead' | 'done',
    values?: { number: number },
  ) => string;
  /** What is missing, as a list that calls `onChosen`; undefined where nothing is. */
  missing: ((onChosen: () => void) => ReactNode) | undefined;
  /** What the confirmation says. */
  body: ReactNode;
  /** Saves what is typed, before it is published; undefined where it is saved as it stands. */
  save: ((values: object) => Promise<{ rowVersion: number }>) | undefined;
  publish: (rowVersion: number) => Promise<void>;
}

/** The main action: publishes, saving first what is typed, or says what is missing. Inside the form. */
export function PublishRecord({ rowVersion, number, say, missing, body, save, publish }: PublishRecordProps) {
  const go = useGo();
  const path = usePath();
  const form = useFormContext();
  const dialog = useDialog();

  const run = async () => {
    let saved = rowVersion;
    if (save) {
      await form.handleSubmit(
        async (values) => {
          ({ rowVersion: saved } = await save(values));
        },
        () => {
          throw new Error(say('invalid'));
        },
      )();
    }
    await publish(saved);
    toast.success(say('done', { number }));
  };

  return (
    <>
      <Button look="main" icon={<Send aria-hidden />} onClick={dialog.show}>
        {say('action')}
      </Button>
      {missing ? (
        <Dialog {...dialog.props} title={say('missingTitle')} description={say('missingLead')}>
          {missing(() => {
            dialog.close();
            // The form may stand behind another tab.
            go(path);
          })}
        </Dialog>
      ) : (
        <ConfirmDialog
          {...dialog.props}
          title={say('title', { number })}
          confirmLabel={say('action')}
          body={body}
          onConfirm={run}
        />
      )}
    </>
  );
}
