import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorBody } from '../../../shared/errors.ts';
import { FRESH_MINUTES, type ReadyAnswer, TAKE_PATH } from '../../../shared/requestAnswer/person.ts';
import { currentLocale } from '../../i18n.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { useLatest } from '../../publicPage/useLatest.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Card, chakra, Dialog, Flex, PageFrame, Stack, Text, useFormat } from '../../ui/index.ts';
import { formatBytes } from '../../formatBytes.ts';

interface AnswersReadyProps {
  session: string;
  /** The number of answers available; a change triggers a refetch. */
  count: number;
  /** Requests a new code. */
  onCodeAgain: () => void;
}

/** Media types displayed on the page; everything else is saved as a file. */
const READABLE = ['text/html', 'image/png', 'image/jpeg', 'text/plain', 'application/json'];
const isReadable = (type: string): boolean => READABLE.some((one) => type.startsWith(one));

/**
 * The answers available to the data subject: read on the page after a new code, or downloaded. Renders nothing without
 * any.
 */
export function AnswersReady({ session, count, onCodeAgain }: AnswersReadyProps) {
  const { t } = useTranslation(['requestAnswer', 'ui']);
  const call = trpc.requestAnswer.ready.useMutation(QUIET);
  const { mutate } = call;
  const look = useCallback(() => mutate({ session }), [mutate, session]);
  useEffect(look, [look, count]);
  // A page left open may have become too old to open anything.
  useEffect(() => {
    const wake = () => {
      if (!document.hidden && count > 0) look();
    };
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, [look, count]);
  // An open file stays open while the list is refetched.
  const data = useLatest(call.data);
  if (!data && call.error && count > 0)
    return (
      <Banner
        tone="warn"
        role="alert"
        action={
          <Button size="sm" onClick={look}>
            {t('ui:retry')}
          </Button>
        }
      >
        {t('person.failed')}
      </Banner>
    );
  if (!data || data.answers.length === 0) return null;
  return (
    <Card title={t('person.title')}>
      <Stack gap="5">
        {!data.isFresh && (
          <Banner
            tone="info"
            action={
              <Button size="sm" onClick={onCodeAgain}>
                {t('person.newCode')}
              </Button>
            }
          >
            {t('person.codeAgain', { minutes: FRESH_MINUTES })}
          </Banner>
        )}
        {data.answers.map((answer) => (
          <OneAnswer key={answer.rightId} answer={answer} isFresh={data.isFresh} session={session} onRead={look} />
        ))}
      </Stack>
    </Card>
  );
}

interface OneAnswerProps {
  answer: ReadyAnswer;
  isFresh: boolean;
  session: string;
  onRead: () => void;
}

/** Files are in a folder of the archive. */
const fileName = (name: string): string => name.split('/').at(-1)!;

interface OpenFile {
  readonly title: string;
  readonly name: string;
  readonly blob: Blob;
  /** The content of a page or a text. */
  readonly text: string;
}

function OneAnswer({ answer, isFresh, session, onRead }: OneAnswerProps) {
  const { t } = useTranslation('requestAnswer');
  const { text, dateTime, number } = useFormat();
  const [failure, setFailure] = useState('');
  const [open, setOpen] = useState<OpenFile | null>(null);
  const fetchFile = async (place: number | null, onFile: (blob: Blob) => void | Promise<void>) => {
    setFailure('');
    try {
      await onFile(await takeFile({ session, rightId: answer.rightId, place }));
    } catch (error) {
      setFailure((error as Error).message || t('person.failed'));
    }
    onRead();
  };
  const nameOf = (name: string) => {
    if (name === 'letter.html') return t('person.letter');
    return name === 'letter.pdf' ? t('person.letterPdf') : fileName(name);
  };
  return (
    <Stack as="section" gap="3" aria-label={text(answer.name)}>
      <Text fontWeight="semibold">{text(answer.name)}</Text>
      <Text>{t('person.ready', { date: dateTime(answer.expiresAt, 'long') })}</Text>
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <chakra.ul listStyle="none" display="grid" gap="2">
        {answer.files.map(({ place, name, type, size }) => (
          <chakra.li key={place} display="flex" flexWrap="wrap" alignItems="center" gap="2">
            <chakra.span flex="1" minWidth="8rem" overflowWrap="anywhere">
              {nameOf(name)}{' '}
              <chakra.span color="muted" textStyle="small" whiteSpace="nowrap">
                {formatBytes(size)}
              </chakra.span>
            </chakra.span>
            <Button
              size="sm"
              disabled={!isFresh}
              aria-label={t(isReadable(type) ? 'person.readFile' : 'person.keep', { name: nameOf(name) })}
              onClick={() =>
                void fetchFile(place, async (blob) => {
                  if (!isReadable(type)) return saveAs(blob, fileName(name));
                  setOpen({
                    title: nameOf(name),
                    name: fileName(name),
                    blob,
                    text: type.startsWith('image/') ? '' : await blob.text(),
                  });
                })
              }
            >
              {t(isReadable(type) ? 'person.read' : 'person.save')}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
      <Flex align="center" gap="3" wrap="wrap">
        <Button
          look="main"
          disabled={!isFresh || answer.downloadsLeft === 0}
          onClick={() => void fetchFile(null, (blob) => saveAs(blob, 'answer.zip'))}
        >
          {t('person.download', { size: formatBytes(answer.size) })}
        </Button>
        <Text textStyle="dense" color="muted">
          {t('person.left', { count: answer.downloadsLeft, number: number(answer.downloadsLeft) })}
        </Text>
      </Flex>
      <Text textStyle="dense" color="muted">
        {t('person.password')}
      </Text>
      {open && <FileView file={open} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

/** A file displayed safely in the browser: a letter without scripts, an image, a text. */
function FileView({ file, onClose }: { file: OpenFile; onClose: () => void }) {
  const { t } = useTranslation('requestAnswer');
  const { title, name, blob, text } = file;
  const [url, setUrl] = useState('');
  useEffect(() => {
    const address = URL.createObjectURL(blob);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [blob]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      side="right"
      width={900}
      footer={<Button onClick={() => saveAs(blob, name)}>{t('person.save')}</Button>}
    >
      {blob.type.startsWith('text/html') ? (
        <PageFrame html={text} title={title} />
      ) : blob.type.startsWith('image/') ? (
        url && <chakra.img src={url} alt={title} maxWidth="full" />
      ) : (
        <chakra.pre whiteSpace="pre-wrap" overflowWrap="anywhere" textStyle="dense">
          {text}
        </chakra.pre>
      )}
    </Dialog>
  );
}

/**
 * Fetches a part of an answer. The session is sent in the body, so that it is not part of any address. @throws with a
 * message for the user
 */
async function takeFile(body: { session: string; rightId: string; place: number | null }): Promise<Blob> {
  const answer = await fetch(TAKE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': currentLocale() },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(((await answer.json().catch(() => null)) as ErrorBody | null)?.message ?? '');
  return answer.blob();
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // After the browser has started saving it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
