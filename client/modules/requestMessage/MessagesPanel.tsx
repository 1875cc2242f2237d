import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { endingsOf } from '../../../shared/file.ts';
import type { Request } from '../../../shared/request/schema.ts';
import {
  type Conversation,
  FILES_OF_MESSAGE,
  MESSAGE_FILE,
  MESSAGE_LIMIT,
} from '../../../shared/requestMessage/schema.ts';
import { requiredText } from '../../../shared/text.ts';
import { useContentKey } from '../../records/useContentKey.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Card, chakra, ErrorState, Flex, SkeletonText, Stack, Text, toast, useFormat } from '../../ui/index.ts';
import { FileField, Form, SubmitButton, TextArea } from '../../ui/form/index.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { uploadTo } from '../../upload.ts';
import { NoticeList } from './NoticeList.tsx';
import { formatBytes } from '../../formatBytes.ts';

const ACCEPT = endingsOf(MESSAGE_FILE)
  .map((ending) => `.${ending}`)
  .join(',');

/**
 * The messages between staff and data subject, and the mails sent to the data subject. Renders nothing for users
 * without permission to know who asks.
 */
export function MessagesPanel({ request }: { request: Request }) {
  if (request.identity === null) return null;
  return <Messages id={request.id} />;
}

function Messages({ id }: { id: string }) {
  const { t } = useTranslation('requestMessage');
  const { ws } = useSession();
  const query = trpc.requestMessage.list.useQuery({ ws, id });
  // The form is reset after each sent message.
  const [round, setRound] = useState(0);
  return (
    <Card title={t('title')}>
      {query.error && <ErrorState onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <SkeletonText lines={4} />}
      {query.data && (
        <Stack gap="4">
          <MessageList messages={query.data.messages} />
          {query.data.reachable ? (
            <WriteForm key={round} id={id} onSent={() => setRound(round + 1)} />
          ) : (
            <Banner tone="info">{t('unreachable')}</Banner>
          )}
          <NoticeList id={id} notices={query.data.notices} />
        </Stack>
      )}
    </Card>
  );
}

function MessageList({ messages }: Pick<Conversation, 'messages'>) {
  const { t } = useTranslation('requestMessage');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  if (messages.length === 0) return <Text color="muted">{t('none')}</Text>;
  return (
    <chakra.ol listStyle="none" display="grid" gap="3" aria-live="polite">
      {messages.map(({ id, author, kind, text, by, at, files }) => (
        <chakra.li
          key={id}
          borderRadius="control"
          borderWidth="1px"
          p="3"
          {...(author === 'STAFF' ? { ms: '5' } : { bg: 'subtle', me: '5' })}
        >
          <Flex columnGap="2" wrap="wrap" textStyle="dense" color="muted">
            <span>
              {[author === 'STAFF' ? by : t(`author.${author}`), kind !== 'MESSAGE' && t(`kind.${kind}`)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <time dateTime={at}>{dateTime(at)}</time>
          </Flex>
          <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
            {text}
          </Text>
          {files.map((file) => (
            <chakra.a
              key={file.id}
              display="block"
              color="accent.text"
              overflowWrap="anywhere"
              href={fileUrl(ws, file.id)}
              download={file.name}
            >
              {file.name} ({formatBytes(file.size)})
            </chakra.a>
          ))}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

const uploaded = z.object({ id: z.string(), name: z.string(), size: z.number() });
const schema = z.object({ text: requiredText(MESSAGE_LIMIT), files: z.array(uploaded).max(FILES_OF_MESSAGE) });

function WriteForm({ id, onSent }: { id: string; onSent: () => void }) {
  const { t } = useTranslation('requestMessage');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const send = trpc.requestMessage.send.useMutation();
  const keyOf = useContentKey();
  return (
    <chakra.div data-screen="">
      <Form
        schema={schema}
        label={t('text')}
        defaultValues={{ text: '', files: [] }}
        onSubmit={async ({ text, files }) => {
          const content = { text, fileIds: files.map((file) => file.id) };
          const sent = await send.mutateAsync({ ws, id, messageId: keyOf(content), ...content });
          cache.requestMessage.list.setData({ ws, id }, sent);
          toast.success(t('sent'));
          onSent();
        }}
      >
        <TextArea name="text" label={t('text')} help={t('textHelp')} rows={3} limit={MESSAGE_LIMIT} required />
        <FileField
          name="files"
          label={t('files')}
          multiple
          upload={uploadTo(ws, MESSAGE_FILE)}
          accept={ACCEPT}
          maxBytes={MESSAGE_FILE.limit}
          href={(file) => fileUrl(ws, file.id)}
        />
        <SubmitButton>{t('send')}</SubmitButton>
      </Form>
    </chakra.div>
  );
}
