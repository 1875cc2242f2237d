import { MessageSquare, MessageSquareText } from 'lucide-react';
import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommentedEntity, CommentThread } from '../../../shared/comment/schema.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FieldAside, useFormContext } from '../../ui/form/index.ts';
import { Button, Card, chakra, IconButton, Stack, Text, useFormat } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import type { FieldDescriptor, Words } from '../fields.ts';
import { LoadedInDialog } from '../LoadedRecord.tsx';
import type { Loading } from '../RecordVersions.tsx';
import { commentedField, commentedLabel } from './commentedFields.ts';

const CommentsDialog = lazyScreen(() => import('./CommentsDialog.tsx'));

/** A record whose fields are commented on. */
export interface CommentedRecord {
  entity: CommentedEntity;
  id: string;
  /** The permission to read it; people with it can be mentioned. */
  permission: Permission;
}

interface Commenting {
  query: Loading<unknown>;
  threads: readonly CommentThread[];
  /** The name of a field; empty: the record as a whole. */
  labelOf: (field: string) => string | undefined;
  /** The field of the form in the terms of comments; null: it cannot be commented on. */
  fieldOf: (path: string, read: (path: string) => unknown) => string | null;
  open: (field: string) => void;
}
const Context = createContext<Commenting | null>(null);

interface CommentsProps<Content> {
  record: CommentedRecord;
  fields: readonly FieldDescriptor<Content>[];
  /** The stored record. */
  content: Content;
  words: Words;
  children: ReactNode;
}

const NO_THREADS: readonly CommentThread[] = [];

/**
 * Around the form of a record and its rail: every field gets a comments button beside its label, and `CommentsCard`
 * lists those with open threads.
 */
export function Comments<Content>({ record, fields, content, words, children }: CommentsProps<Content>) {
  const { t } = useTranslation('comment');
  const { ws } = useSession();
  const { entity, id } = record;
  const { data, error, refetch } = trpc.comment.list.useQuery({ ws, entity, id });
  const threads = data?.threads ?? NO_THREADS;
  // The field of the open dialog, or of the last one: it closes with its texts.
  const [field, setField] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const commenting = useMemo<Commenting>(
    () => ({
      query: { data, error, refetch },
      threads,
      labelOf: (commented) => (commented === '' ? t('record') : commentedLabel(fields, commented, content, words)),
      fieldOf: (path, read) => commentedField(fields, path, read),
      open: (commented) => {
        setField(commented);
        setOpen(true);
      },
    }),
    [data, error, refetch, threads, fields, content, words, t],
  );
  return (
    <Context value={commenting}>
      <FieldAside value={asideOf}>{children}</FieldAside>
      {field !== undefined && (
        <Suspense fallback={null}>
          <CommentsDialog
            key={field}
            record={record}
            field={field}
            label={commenting.labelOf(field) ?? t('record')}
            threads={threads.filter((thread) => thread.field === field)}
            open={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Context>
  );
}

const asideOf = (name: string): ReactNode => <FieldComments name={name} />;

const useCommenting = (): Commenting => {
  const commenting = useContext(Context);
  if (!commenting) throw new Error('outside of Comments');
  return commenting;
};

/** Beside the label of a field: the comments button, and the number of open threads. Inside the form. */
function FieldComments({ name }: { name: string }) {
  const { t } = useTranslation('comment');
  const { number } = useFormat();
  const { threads, labelOf, fieldOf, open } = useCommenting();
  const { getValues } = useFormContext();
  const field = fieldOf(name, (path) => getValues(path) as unknown);
  const label = field === null ? undefined : labelOf(field);
  if (field === null || label === undefined) return null;
  const count = threads.filter((thread) => thread.field === field && thread.resolvedAt === null).length;
  return (
    <IconButton
      size="sm"
      label={count > 0 ? t('ofCount', { field: label, count, number: number(count) }) : t('of', { field: label })}
      icon={
        count > 0 ? (
          // CSS renders the number: the name of the button states it in words.
          <chakra.span
            aria-hidden
            data-count={number(count)}
            display="inline-flex"
            alignItems="center"
            gap="1"
            color="live.text"
            textStyle="small"
            _after={{ content: 'attr(data-count)' }}
          >
            <MessageSquareText />
          </chakra.span>
        ) : (
          <MessageSquare aria-hidden />
        )
      }
      onClick={() => open(field)}
    />
  );
}

/** In the rail: the fields with open threads, and the button to comment on the record as a whole. */
export function CommentsCard() {
  const { t } = useTranslation('comment');
  const { query } = useCommenting();
  return (
    <Card title={t('title')}>
      <LoadedInDialog query={query} lines={2}>
        {() => <OpenThreads />}
      </LoadedInDialog>
    </Card>
  );
}

function OpenThreads() {
  const { t } = useTranslation('comment');
  const { number } = useFormat();
  const { threads, labelOf, open } = useCommenting();
  const openThreads = threads.filter(({ resolvedAt }) => resolvedAt === null);
  const commented = [...new Set(openThreads.map(({ field }) => field))];
  return (
    <Stack gap="2" alignItems="flex-start">
      {commented.length === 0 && <Text color="muted">{t(threads.length === 0 ? 'none' : 'noneOpen')}</Text>}
      {commented.map((field) => {
        const count = openThreads.filter((thread) => thread.field === field).length;
        return (
          <Button key={field} look="text" size="sm" height="auto" whiteSpace="normal" onClick={() => open(field)}>
            <chakra.span textAlign="start">
              {labelOf(field) ?? t('record')} · {t('threads', { count, number: number(count) })}
            </chakra.span>
          </Button>
        );
      })}
      <Button size="sm" icon={<MessageSquare aria-hidden />} onClick={() => open('')}>
        {t('open')}
      </Button>
    </Stack>
  );
}
