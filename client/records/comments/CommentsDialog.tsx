import { Check, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addComment, type CommentThread, type CommentThreads } from '../../../shared/comment/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Form, FormActions, MultiSelectField, TextArea } from '../../ui/form/index.ts';
import { Button, chakra, Dialog, Flex, RelativeTime, Stack, Text, toast, useFormat } from '../../ui/index.ts';
import { useContentKey } from '../useContentKey.ts';
import type { CommentedRecord } from './Comments.tsx';

interface CommentsDialogProps {
  record: CommentedRecord;
  /** In the terms of comments; empty: the record as a whole. */
  field: string;
  label: string;
  threads: readonly CommentThread[];
  open: boolean;
  onClose: () => void;
}

/** The threads about one field: open ones first, each with answering and resolving, and a new one. */
export default function CommentsDialog({ record, field, label, threads, open, onClose }: CommentsDialogProps) {
  const { t } = useTranslation('comment');
  const { number } = useFormat();
  const openThreads = threads.filter(({ resolvedAt }) => resolvedAt === null);
  const resolved = threads.filter(({ resolvedAt }) => resolvedAt !== null);
  return (
    <Dialog open={open} onClose={onClose} side="right" width={480} title={t('of', { field: label })}>
      <Stack gap="4">
        {threads.length === 0 && <Text color="muted">{t('none')}</Text>}
        {openThreads.map((thread) => (
          <Thread key={thread.id} record={record} thread={thread} />
        ))}
        {resolved.length > 0 && (
          <chakra.details>
            <chakra.summary cursor="pointer" color="accent.text">
              {t('showResolved', { count: resolved.length, number: number(resolved.length) })}
            </chakra.summary>
            <Stack gap="4" pt="3">
              {resolved.map((thread) => (
                <Thread key={thread.id} record={record} thread={thread} />
              ))}
            </Stack>
          </chakra.details>
        )}
        <Writing record={record} field={field} threadId={null} />
      </Stack>
    </Dialog>
  );
}

/** Stores the answer of a call in the cache. */
function useStored({ entity, id }: CommentedRecord) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  return (threads: CommentThreads) => {
    cache.comment.list.setData({ ws, entity, id }, threads);
    void cache.activityLog.invalidate();
  };
}

function Thread({ record, thread }: { record: CommentedRecord; thread: CommentThread }) {
  const { t } = useTranslation('comment');
  const { dateTime } = useFormat();
  const [isAnswering, setAnswering] = useState(false);
  const { resolvedAt, resolvedBy, comments } = thread;
  return (
    <chakra.article borderWidth="1px" borderRadius="card" p="3" display="grid" gap="3" data-thread={thread.id}>
      {comments.map(({ id, body, mentions, createdBy, createdAt }) => (
        <div key={id}>
          <Flex gap="2" wrap="wrap" align="baseline">
            <chakra.strong>{createdBy?.name ?? t('formerMember')}</chakra.strong>
            <chakra.span color="muted" textStyle="small">
              <RelativeTime value={createdAt} />
            </chakra.span>
          </Flex>
          <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
            {body}
          </chakra.p>
          {mentions.length > 0 && (
            <chakra.p color="muted" textStyle="small">
              {t('mentioned', { names: mentions.map(({ name }) => name).join(', ') })}
            </chakra.p>
          )}
        </div>
      ))}
      {resolvedAt !== null && (
        <Text color="muted" textStyle="small">
          {t('resolved', { name: resolvedBy?.name ?? t('formerMember'), time: dateTime(resolvedAt) })}
        </Text>
      )}
      {isAnswering ? (
        <Writing record={record} field={thread.field} threadId={thread.id} onDone={() => setAnswering(false)} />
      ) : (
        <Flex gap="2" wrap="wrap">
          <Button size="sm" onClick={() => setAnswering(true)}>
            {t('reply')}
          </Button>
          <Settle record={record} thread={thread} />
        </Flex>
      )}
    </chakra.article>
  );
}

/** Resolves or reopens a thread. */
function Settle({ record, thread }: { record: CommentedRecord; thread: CommentThread }) {
  const { t } = useTranslation('comment');
  const { ws } = useSession();
  const settle = trpc.comment.settle.useMutation();
  const store = useStored(record);
  const { entity, id } = record;
  const resolved = thread.resolvedAt === null;
  const run = async () => {
    try {
      store(await settle.mutateAsync({ ws, entity, id, threadId: thread.id, resolved }));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Button
      size="sm"
      look="quiet"
      loading={settle.isPending}
      icon={resolved ? <Check aria-hidden /> : <RotateCcw aria-hidden />}
      onClick={() => void run()}
    >
      {t(resolved ? 'resolve' : 'reopen')}
    </Button>
  );
}

const schema = addComment.pick({ body: true, mentionIds: true });

interface WritingProps {
  record: CommentedRecord;
  field: string;
  /** The thread to answer; null: a new one. */
  threadId: string | null;
  /** Called when it was sent, or cancelled; left out: the form stays. */
  onDone?: () => void;
}

/** A form for a comment and its mentions. */
function Writing({ record, field, threadId, onDone }: WritingProps) {
  const { t } = useTranslation('comment');
  const { ws } = useSession();
  const { entity, id, permission } = record;
  const add = trpc.comment.add.useMutation();
  const store = useStored(record);
  const people = trpc.personnel.pick.useQuery({ ws, holding: permission }, { staleTime: 60_000 });
  // A new form follows once one was sent.
  const [turn, setTurn] = useState(0);
  const keyOf = useContentKey();
  const values = useMemo(() => ({ body: '', mentionIds: [] as string[] }), []);
  const options = (people.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  return (
    <Form
      key={turn}
      schema={schema}
      label={t(threadId === null ? 'add' : 'reply')}
      draftKey={`${ws}.comment.${entity}.${id}.${threadId ?? field}`}
      defaultValues={values}
      onSubmit={async (typed) => {
        // The same words in a later turn are another comment.
        const commentId = keyOf({ turn, ...typed });
        store(await add.mutateAsync({ ws, entity, id, field, threadId, commentId, ...typed }));
        setTurn(turn + 1);
        onDone?.();
      }}
    >
      <TextArea name="body" label={t(threadId === null ? 'add' : 'reply')} limit={2000} rows={3} required />
      <MultiSelectField name="mentionIds" label={t('mention')} help={t('mentionHelp')} options={options} />
      <FormActions submitLabel={t('send')} {...(onDone && { onCancel: onDone })} />
    </Form>
  );
}
