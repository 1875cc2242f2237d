import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { FLOW_WORDS, type FlowWordKey } from '../../../shared/dataMapping/fields.ts';
import { likelyWords } from '../../../shared/dataMapping/lineFields.ts';
import { flowInput } from '../../../shared/dataMapping/schema.ts';
import { useSession } from '../../shell/session.tsx';
import {
  announce,
  Box,
  Button,
  chakra,
  Dialog,
  Flex,
  Grid,
  Kbd,
  Tooltip,
  useDialogClose,
  useFormat,
  useIsSmall,
} from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { Form, TextArea, useFormContext, useWatch } from '../../ui/form/index.ts';
import { StoragePlaces } from '../purpose/fields/StoragePlaces.tsx';
import { useDirectory } from './directory.tsx';
import { AttributeField } from './fields/AttributeField.tsx';
import { PurposeField } from './fields/PurposeField.tsx';
import { RecipientsField } from './fields/RecipientsField.tsx';
import { RetentionChoice } from './fields/RetentionChoice.tsx';
import { WordField } from './fields/WordField.tsx';
import { lineFor, type Row } from './lines.ts';

export interface LineDialogProps {
  applicationId: string;
  /** The line to edit, or the initial values of a new one. */
  start: Row;
  isNew: boolean;
  /** Words already used in this mapping, the most used first. */
  oftenChannels: readonly string[];
  onPut: (row: Row) => void;
  onClose: () => void;
}

/** The form of one line in a side dialog; pre-filled from its purpose. */
export function LineDialog({ applicationId, start, isNew, oftenChannels, onPut, onClose }: LineDialogProps) {
  const { t } = useTranslation('dataMapping');
  const { ws } = useSession();
  const { number } = useFormat();
  const { purposes } = useDirectory();
  const small = useIsSmall();
  const [row, setRow] = useState(start);
  const [added, setAdded] = useState(0);
  // The actions belong to the form but are displayed in the footer of the dialog.
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const next = useRef(false);
  const frame = useRef<HTMLDivElement>(null);
  const { key, ...line } = row;
  // The fields represent an unselected value as null.
  const values = {
    ...line,
    dataSubjectGroupId: line.dataSubjectGroupId || null,
    channelId: line.channelId || null,
  } as typeof line;
  const draftKey = `${ws}.dataMappingLine.${applicationId}.${isNew ? 'new' : key}`;

  return (
    <Dialog
      open
      onClose={onClose}
      side={small ? 'center' : 'right'}
      width={680}
      title={t(isNew ? 'form.newTitle' : 'editLine')}
      description={t('form.hint')}
      footer={<Flex ref={setFoot} flex="1" wrap="wrap" justify="flex-end" gap="2" />}
    >
      <Box
        ref={frame}
        // Runs before the form is submitted: with Shift held, another line follows.
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) next.current = isNew && event.shiftKey;
        }}
      >
        <Start key={`start ${key}`} frame={frame} />
        <Form
          key={key}
          schema={flowInput}
          label={t(isNew ? 'form.newTitle' : 'editLine')}
          draftKey={draftKey}
          defaultValues={values}
          onSubmit={async (typed) => {
            const put: Row = { ...typed, key };
            onPut(put);
            forgetDraft(draftKey);
            if (!next.current) {
              onClose();
              return;
            }
            setAdded(added + 1);
            announce(t('lineAdded'));
            setRow(lineFor(purposes.get(typed.purposeId), put));
          }}
        >
          <Fields oftenChannels={oftenChannels} />
          {foot &&
            createPortal(
              <LineActions
                isNew={isNew}
                added={added > 0 ? t('form.added', { count: added, number: number(added) }) : ''}
                onSend={(another) => {
                  next.current = another;
                  frame.current?.querySelector('form')?.requestSubmit();
                }}
              />,
              foot,
            )}
        </Form>
      </Box>
    </Dialog>
  );
}

/** The fields of a line, in the order of the data flow: from whom, what, where to, how long. */
function Fields({ oftenChannels }: Pick<LineDialogProps, 'oftenChannels'>) {
  const { t } = useTranslation('dataMapping');
  const { words } = useDirectory();
  // If none was used yet, the catalogue's words are offered without a hint about their origin.
  const channels = oftenChannels.length > 0 ? oftenChannels : words('collectionChannel').map(({ id }) => id);
  return (
    <>
      <PurposeField />
      <Inherited word="dataSubjectGroup" label={t('form.subject')} />
      <WordField
        name="channelId"
        kind="collectionChannel"
        label={t('form.channel')}
        likely={channels}
        {...(oftenChannels.length > 0 && { from: t('form.often') })}
      />
      <AttributeField />
      <Grid
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        alignItems="start"
      >
        <Box display="grid" gap="2" gridTemplateColumns="minmax(0, 1fr)">
          <Inherited word="storageSystem" label={t('form.storage')} />
          <StoragePlaces name="storageSystemId" />
        </Box>
        <Inherited word="destructionMethod" label={t('form.destruction')} />
      </Grid>
      <RecipientsField />
      <RetentionChoice />
      <TextArea name="note" label={t('form.note')} rows={2} limit={1000} />
    </>
  );
}

/** Scrolls to the top for each line. */
function Start({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    // After the dialog has focused itself.
    const timer = setTimeout(() => {
      const first = frame.current?.querySelector<HTMLElement>('select[name=purposeId]');
      first?.focus();
      first?.scrollIntoView({ block: 'center' });
    }, 60);
    return () => clearTimeout(timer);
  }, [frame]);
  return null;
}

/** Marks a word that the line inherits from its purpose. */
function Inherited({ word, label }: { word: FlowWordKey; label: string }) {
  const { t } = useTranslation('dataMapping');
  const { purposes } = useDirectory();
  const purposeId = useWatch({ name: 'purposeId' }) as string;
  const { idKey, kind } = FLOW_WORDS[word];
  const likely = likelyWords(purposes.get(purposeId), word);
  return <WordField name={idKey} kind={kind} label={label} likely={likely} from={t('form.fromPurpose')} />;
}

function LineActions({ isNew, added, onSend }: { isNew: boolean; added: string; onSend: (another: boolean) => void }) {
  const { t } = useTranslation(['dataMapping', 'ui']);
  const { formState } = useFormContext();
  const close = useDialogClose();
  return (
    <>
      <chakra.span flex="1" alignSelf="center" textStyle="dense" color="muted" role="status">
        {added}
      </chakra.span>
      <Button onClick={close}>{t(added ? 'ui:close' : 'ui:cancel')}</Button>
      {isNew && (
        <Tooltip content={<Kbd keys={['mod', 'Shift', 'Enter']} />}>
          <Button loading={formState.isSubmitting} onClick={() => onSend(true)}>
            {t('form.saveAndNext')}
          </Button>
        </Tooltip>
      )}
      <Tooltip content={<Kbd keys={['mod', 'Enter']} />}>
        <Button look="main" loading={formState.isSubmitting} onClick={() => onSend(false)}>
          {t('form.save')}
        </Button>
      </Tooltip>
    </>
  );
}
