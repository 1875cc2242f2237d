import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REDACTION_BOXES, type RedactionBox } from '../../../shared/requestAnswer/redaction.ts';
import type { AnswerFile } from '../../../shared/requestAnswer/schema.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { bodyOf, messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { focusNeighbour } from '../../ui/focusNeighbour.ts';
import {
  announce,
  Banner,
  Box,
  Button,
  Dialog,
  ErrorState,
  Flex,
  SkeletonText,
  Stack,
  Text,
  toast,
  UnsavedGuard,
  useFormat,
} from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import type { AnswerPartProps } from './AnswerPanel.tsx';
import { missingBoxes } from './missingBoxes.ts';
import { type DrawnBox, drawnBox, RedactionPage } from './RedactionPage.tsx';
import { useAnswerCache } from './useAnswerCache.ts';

type RedactDialogProps = AnswerPartProps & { file: AnswerFile; onClose: () => void };

/** Redacts areas of a file: pages, boxes by pointer or keyboard, zoom, undo, and suggestions. */
export function RedactDialog(props: RedactDialogProps) {
  const { t } = useTranslation('requestAnswer');
  const { file, onClose } = props;
  const { of } = useAnswerCache(props);
  const query = trpc.requestAnswer.redactionPages.useQuery(
    { ...of, answerFileId: file.id },
    { staleTime: Infinity, gcTime: 0, retry: false },
  );
  return (
    <Dialog open onClose={onClose} persistent width={1100} title={t('redact.title', { name: file.name })}>
      <LoadedInDialog query={query}>
        {({ sizes, boxes, redactedId }) => (
          <Editor {...props} pageCount={sizes.length} before={boxes} redactedId={redactedId} />
        )}
      </LoadedInDialog>
    </Dialog>
  );
}

const ZOOMS = [50, 75, 100, 150, 200, 300];

type EditorProps = RedactDialogProps & {
  pageCount: number;
  before: readonly RedactionBox[];
  /** The redacted file that `before` belongs to. */
  redactedId: string | null;
};

function Editor(props: EditorProps) {
  const { t } = useTranslation('requestAnswer');
  const { number } = useFormat();
  const { file, pageCount, before, redactedId } = props;
  const { of } = useAnswerCache(props);
  // What is read anew while this is open has other boxes than were drawn over here.
  const [over, setOver] = useState(redactedId);
  const [steps, setSteps] = useState<readonly (readonly DrawnBox[])[]>(() => [before.map(drawnBox)]);
  const [page, setPage] = useState(0);
  const [zoom, setZoom] = useState(2);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const boxes = steps.at(-1)!;
  const selected = boxes.find((one) => one.id === selectedId && one.page === page);
  const change = (next: readonly DrawnBox[]) => setSteps((all) => [...all, next]);
  // To the boxes of then: suggestions take a while, and more may have been drawn meanwhile.
  const add = (found: readonly RedactionBox[]) =>
    setSteps((all) => {
      const missing = missingBoxes(all.at(-1)!, found).map(drawnBox);
      return missing.length === 0 ? all : [...all, [...all.at(-1)!, ...missing]];
    });
  const redact = trpc.requestAnswer.redact.useMutation();
  const ofFile = { ...of, answerFileId: file.id };
  const drawn = trpc.requestAnswer.redactionPage.useQuery({ ...ofFile, page }, { staleTime: Infinity, gcTime: 0 });
  const label = t('redact.page', { number: number(page + 1), count: pageCount });
  return (
    <Stack gap="3" inert={redact.isPending}>
      <UnsavedGuard active={steps.length > 1} sending={redact.isPending} />
      <Text textStyle="dense" color="muted">
        {t('redact.help')}
      </Text>
      <Flex gap="2" wrap="wrap" align="center">
        <Button size="sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
          {t('redact.before')}
        </Button>
        <Text textStyle="dense">{label}</Text>
        <Button size="sm" disabled={page >= pageCount - 1} onClick={() => setPage(page + 1)}>
          {t('redact.after')}
        </Button>
        <Zoom zoom={zoom} onZoom={setZoom} />
        <Button size="sm" onClick={() => change([...boxes, drawnBox({ page, ...NEW_BOX })])}>
          {t('redact.add')}
        </Button>
        <DeleteBox boxes={boxes} selected={selected} onChange={change} />
        <Button size="sm" disabled={steps.length < 2} onClick={() => setSteps(steps.slice(0, -1))}>
          {t('redact.undo')}
        </Button>
      </Flex>
      <Suggestions ofFile={ofFile} onFound={add} />
      <Box overflow="auto" maxHeight="60dvh" borderWidth="1px" borderRadius="control" bg="subtle">
        {drawn.data ? (
          <RedactionPage
            picture={drawn.data.picture}
            label={label}
            width={`${ZOOMS[zoom]}%`}
            page={page}
            boxes={boxes}
            onChange={change}
            selectedId={selectedId}
            onSelect={setSelectedId}
          />
        ) : drawn.error ? (
          <ErrorState onRetry={() => void drawn.refetch()} retrying={drawn.isFetching} />
        ) : (
          <SkeletonText lines={8} />
        )}
      </Box>
      <Save
        {...props}
        boxes={boxes}
        over={over}
        redact={redact}
        onRedacted={(theirs) => {
          // To every step: undoing one's own must not expose what they blacked out.
          const missing = missingBoxes(boxes, theirs.boxes).map(drawnBox);
          setSteps((all) => all.map((step) => [...step, ...missing]));
          setOver(theirs.redactedId);
        }}
      />
    </Stack>
  );
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { t } = useTranslation('requestAnswer');
  return (
    <>
      <Button size="sm" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
        {t('redact.smaller')}
      </Button>
      <Button size="sm" disabled={zoom === ZOOMS.length - 1} onClick={() => onZoom(zoom + 1)}>
        {t('redact.larger')}
      </Button>
    </>
  );
}

interface DeleteBoxProps {
  boxes: readonly DrawnBox[];
  selected: DrawnBox | undefined;
  onChange: (boxes: readonly DrawnBox[]) => void;
}

/** Deletes the selected box without a keyboard. */
function DeleteBox({ boxes, selected, onChange }: DeleteBoxProps) {
  const { t } = useTranslation('requestAnswer');
  return (
    <Button
      size="sm"
      disabled={!selected}
      onClick={() => {
        if (!selected) return;
        // This button is disabled without a selected box, and would lose the focus.
        const box = document.querySelector(`[data-box="${selected.id}"]`);
        if (box) focusNeighbour(box);
        onChange(boxes.filter((one) => one !== selected));
        announce(t('redact.removed', { number: boxes.indexOf(selected) + 1 }));
      }}
    >
      {t('redact.delete')}
    </Button>
  );
}

/** The initial position of a box added by the button. */
const NEW_BOX = { x: 0.35, y: 0.45, width: 0.3, height: 0.05 };

interface SuggestionsProps {
  ofFile: { ws: string; id: string; rightId: string; answerFileId: string };
  onFound: (boxes: readonly RedactionBox[]) => void;
}

function Suggestions({ ofFile, onFound }: SuggestionsProps) {
  const { t } = useTranslation('requestAnswer');
  const { number } = useFormat();
  const [text, setText] = useState('');
  const suggest = trpc.requestAnswer.suggestRedactions.useMutation();
  const run = async () => {
    try {
      const { boxes, more } = await suggest.mutateAsync({ ...ofFile, query: text });
      onFound(boxes);
      const words = { count: boxes.length, number: number(boxes.length) };
      if (more) toast.error(t('redact.suggestedSome', words));
      else toast.info(t('redact.suggested', words));
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Flex gap="2" wrap="wrap">
      <Box flex="1" minWidth="10rem">
        <Input
          aria-label={t('redact.search')}
          placeholder={t('redact.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Box>
      <Button loading={suggest.isPending} onClick={() => void run()}>
        {t('redact.suggest')}
      </Button>
    </Flex>
  );
}

interface SaveProps extends RedactDialogProps {
  boxes: readonly DrawnBox[];
  /** The redacted file that the boxes were drawn over. */
  over: string | null;
  redact: ReturnType<typeof trpc.requestAnswer.redact.useMutation>;
  /** Somebody else has redacted the file meanwhile. */
  onRedacted: (theirs: { boxes: readonly RedactionBox[]; redactedId: string | null }) => void;
}

function Save(props: SaveProps) {
  const { t } = useTranslation('requestAnswer');
  const { file, boxes, over, redact, onRedacted, onClose } = props;
  const utils = trpc.useUtils();
  const { of, put } = useAnswerCache(props);
  const { number } = useFormat();
  const [failure, setFailure] = useState('');
  const isTooMany = boxes.length > REDACTION_BOXES;
  // Without boxes a redacted file becomes its original again.
  const undoes = boxes.length === 0 && over !== null;
  const save = async () => {
    setFailure('');
    try {
      const drawn = boxes.map(({ page, x, y, width, height }) => ({ page, x, y, width, height }));
      put(await redact.mutateAsync({ ...of, answerFileId: file.id, redactedId: over, boxes: drawn }));
      toast.success(t(undoes ? 'redact.undone' : 'redact.saved'));
      onClose();
    } catch (error) {
      const isOutdated = bodyOf(error)?.code === 'requestAnswer.redactedMeanwhile';
      const isAdded =
        !isOutdated ||
        (await addTheirs().then(
          () => true,
          () => false,
        ));
      setFailure(isAdded ? messageOf(error) : t('redact.theirsMissing'));
    }
  };
  const addTheirs = async () =>
    onRedacted(await utils.requestAnswer.redactionPages.fetch({ ...of, answerFileId: file.id }, { staleTime: 0 }));
  return (
    <Stack gap="2">
      {(isTooMany || failure) && (
        <Banner tone="danger" role="alert">
          {isTooMany ? t('redact.tooMany', { limit: number(REDACTION_BOXES) }) : failure}
        </Banner>
      )}
      <Flex justify="flex-end">
        <Button
          look="main"
          disabled={isTooMany || (boxes.length === 0 && !undoes)}
          loading={redact.isPending}
          onClick={() => void save()}
        >
          {t(undoes ? 'redact.saveOriginal' : 'redact.save')}
        </Button>
      </Flex>
    </Stack>
  );
}
