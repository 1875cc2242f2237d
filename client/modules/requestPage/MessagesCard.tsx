import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endingsOf } from '../../../shared/file.ts';
import {
  FILES_OF_MESSAGE,
  MESSAGE_FILE,
  MESSAGE_LIMIT,
  type RequestProgress,
} from '../../../shared/requestMessage/schema.ts';
import { requiredText } from '../../../shared/text.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { useContentKey } from '../../records/useContentKey.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Card, chakra, CopyButton, Flex, Stack, Text, toast, useFormat } from '../../ui/index.ts';
import { FileField, Form, SubmitButton, TextArea, useFormContext, useWatch } from '../../ui/form/index.ts';
import type { UploadedFile } from '../../ui/form/FileField.tsx';
import { uploadAt } from '../../upload.ts';
import { downloadFile } from './downloadFile.ts';
import { formatBytes } from '../../formatBytes.ts';

const UPLOAD = '/files-api/v1/request-messages';
const ACCEPT = endingsOf(MESSAGE_FILE)
  .map((ending) => `.${ending}`)
  .join(',');

/** A message that is being written; its files are stored for the request, whatever session they were uploaded in. */
export interface UnsentMessage {
  text: string;
  files: readonly UploadedFile[];
}
export const NOTHING_UNSENT: UnsentMessage = { text: '', files: [] };

interface MessagesCardProps {
  progress: RequestProgress;
  session: string;
  /** The message that is being written. */
  unsent: RefObject<UnsentMessage>;
  organization: string;
  onSent: (progress: RequestProgress) => void;
}

/** The messages of both sides, and a form to write one, or to answer a question. */
export function MessagesCard({ progress, session, unsent, organization, onSent }: MessagesCardProps) {
  const { t } = useTranslation('requestPage');
  // The form is reset after each sent message.
  const [round, setRound] = useState(0);
  return (
    <Card title={t('messages.title')}>
      <Stack gap="4">
        <chakra.ol listStyle="none" display="grid" gap="3" aria-live="polite">
          {progress.messages.map((message) => (
            <Message key={message.id} message={message} session={session} organization={organization} />
          ))}
        </chakra.ol>
        {progress.messages.length === 0 && progress.open && <Text color="muted">{t('messages.none')}</Text>}
        <WriteForm
          key={round}
          session={session}
          unsent={unsent}
          isOpen={progress.open}
          isAnswer={progress.rights.some(({ replyBy }) => replyBy != null)}
          onSent={(next) => {
            unsent.current = NOTHING_UNSENT;
            onSent(next);
            setRound(round + 1);
            toast.success(t('messages.sent'));
          }}
        />
      </Stack>
    </Card>
  );
}

interface MessageProps {
  message: RequestProgress['messages'][number];
  session: string;
  organization: string;
}

function Message({ message, session, organization }: MessageProps) {
  const { t } = useTranslation('requestPage');
  const { dateTime } = useFormat();
  const { author, kind, text, at, files } = message;
  return (
    <chakra.li
      borderRadius="card"
      borderWidth="1px"
      p="3"
      {...(author === 'STAFF' ? { bg: 'subtle', me: { sm: '8' } } : { ms: { sm: '8' } })}
    >
      <Flex columnGap="2" wrap="wrap" textStyle="dense" color="muted">
        <span>
          {[t(`messages.${author}`, { organization }), kind === 'QUESTION' && t('messages.question')]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <time dateTime={at}>{dateTime(at)}</time>
      </Flex>
      <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </Text>
      {files.map((file) => (
        <Button
          key={file.id}
          size="sm"
          look="quiet"
          data-screen=""
          onClick={async () => {
            if (!(await downloadFile(session, file))) toast.error(t('messages.failed'));
          }}
        >
          {t('messages.download', { name: file.name })} ({formatBytes(file.size)})
        </Button>
      ))}
    </chakra.li>
  );
}

const uploaded = z.object({ id: z.string(), name: z.string(), size: z.number() });
const schema = z.object({ text: requiredText(MESSAGE_LIMIT), files: z.array(uploaded).max(FILES_OF_MESSAGE) });

interface WriteFormProps {
  session: string;
  unsent: RefObject<UnsentMessage>;
  /** The request takes messages. */
  isOpen: boolean;
  isAnswer: boolean;
  onSent: (progress: RequestProgress) => void;
}

function WriteForm({ session, unsent, isOpen, isAnswer, onSent }: WriteFormProps) {
  const { t } = useTranslation('requestPage');
  const write = trpc.requestMessage.subject.write.useMutation(QUIET);
  const keyOf = useContentKey();
  return (
    <chakra.div data-screen="">
      <Form
        schema={schema}
        label={t(isAnswer ? 'messages.answer' : 'messages.text')}
        defaultValues={{ text: '', files: [] }}
        disabled={!isOpen}
        onSubmit={async ({ text, files }) => {
          const content = { text, fileIds: files.map((file) => file.id) };
          onSent(await write.mutateAsync({ session, id: keyOf(content), ...content }));
        }}
      >
        <Remembered unsent={unsent} />
        {isOpen ? <WriteFields session={session} isAnswer={isAnswer} /> : <Unsent />}
      </Form>
    </chakra.div>
  );
}

/** Restores the message of an earlier session of this visit, and remembers this one. */
function Remembered({ unsent }: { unsent: RefObject<UnsentMessage> }) {
  const { setValue } = useFormContext();
  const [text, files] = useWatch({ name: ['text', 'files'] }) as [string, UnsentMessage['files']];
  useEffect(() => {
    const before = unsent.current;
    if (before.text) setValue('text', before.text, { shouldDirty: true });
    if (before.files.length > 0) setValue('files', before.files, { shouldDirty: true });
  }, [unsent, setValue]);
  useEffect(() => {
    unsent.current = { text, files };
  }, [text, files, unsent]);
  return null;
}

function WriteFields({ session, isAnswer }: Pick<WriteFormProps, 'session' | 'isAnswer'>) {
  const { t } = useTranslation('requestPage');
  return (
    <>
      <TextArea
        name="text"
        label={t(isAnswer ? 'messages.answer' : 'messages.text')}
        rows={4}
        limit={MESSAGE_LIMIT}
        required
      />
      <FileField
        name="files"
        label={t('messages.files')}
        multiple
        upload={uploadAt(UPLOAD, { 'request-session': session })}
        accept={ACCEPT}
        maxBytes={MESSAGE_FILE.limit}
      />
      <SubmitButton>{t(isAnswer ? 'messages.sendAnswer' : 'messages.send')}</SubmitButton>
    </>
  );
}

/**
 * In place of the fields once the request is closed: with the message that was being written, so that it is not lost.
 */
function Unsent() {
  const { t } = useTranslation('requestPage');
  const text = (useWatch({ name: 'text' }) as string).trim();
  if (!text) return <Text color="muted">{t('messages.closed')}</Text>;
  return (
    <Banner tone="warn" role="alert" title={t('messages.unsent')} action={<CopyButton text={text} />}>
      <Text>{t('messages.closed')}</Text>
      <Text mt="2" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </Text>
    </Banner>
  );
}
