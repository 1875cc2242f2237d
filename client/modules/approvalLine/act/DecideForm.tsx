import { Check, CircleX, RotateCcw } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import {
  ActionBar,
  Banner,
  Box,
  Button,
  chakra,
  ConfirmDialog,
  useDialog,
  useNavigationGuard,
} from '../../../ui/index.ts';
import { forgetDraft, readDraft } from '../../../ui/form/draft.ts';
import { useEditorDraft } from '../../../ui/form/useDraft.ts';
import { TextAreaInput } from '../../../ui/form/index.ts';
import { NotOpened } from '../detail/ReadDocument.tsx';
import { ReplacedDocument } from './Overtaken.tsx';
import { type Decision, useDecision } from './useDecision.ts';

interface Input {
  comment: string;
  /** The document that the form displayed first, or that the user has checked since. */
  documentId: string;
  /** The approver whose step the comment was typed for; null without a comment. */
  approverId: string | null;
}

/**
 * The input of a decision on a line. Stored by the screen and not by the form, which is removed when the decision is
 * sent and restored with the input if the server refuses it.
 */
export function useDeciding(line: ApprovalLine, onDone: () => void = () => {}) {
  const { ws } = useSession();
  const draftKey = `${ws}.approvalLine.${line.id}.decision`;
  const [input, setInput] = useState<Input>(() => ({
    comment: '',
    documentId: line.document.id,
    approverId: null,
    ...(readDraft(draftKey)?.values as Partial<Input> | undefined),
  }));
  useEditorDraft(draftKey, input.comment === '' ? null : { ...input });
  const clear = () => {
    forgetDraft(draftKey);
    setInput((before) => ({ ...before, comment: '', approverId: null }));
  };
  const decision = useDecision(() => {
    clear();
    onDone();
  });
  return {
    comment: input.comment,
    approverId: input.approverId,
    setComment: (comment: string) =>
      setInput((before) => ({ ...before, comment, approverId: line.current?.approver.id ?? null })),
    clear,
    /** The line has another document than the one that the user has read. */
    replaced: line.document.id !== input.documentId,
    adoptDocument: () => setInput((before) => ({ ...before, documentId: line.document.id })),
    ...decision,
  };
}
export type Deciding = ReturnType<typeof useDeciding>;

/** Why a decision was refused. It scrolls into view: on a phone its place may be far below what was pressed. */
export function DecisionRefused({ refused }: Pick<Deciding, 'refused'>) {
  const { t } = useTranslation('approvalLine');
  if (!refused) return null;
  return (
    <chakra.div ref={scrollTo} flexBasis="100%">
      <Banner tone="danger" role="alert" title={t(refused.conflict ? 'act.conflict' : 'act.failed')}>
        {refused.message}
      </Banner>
    </chakra.div>
  );
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A decision with its comment; a reason is required except for an approval. */
export function DecideForm({
  line,
  deciding,
  frame = (fields) => fields,
}: {
  line: ApprovalLine;
  deciding: Deciding;
  /** Renders the content above the bar of decisions, which sticks to the bottom of the form's container. */
  frame?: (fields: ReactNode) => ReactNode;
}) {
  const { comment, setComment, busy } = deciding;
  const [missing, setMissing] = useState<Decision | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const guard = useNavigationGuard(comment.trim() !== '', () => 'all', busy);
  const reasoned = (status: Decision): boolean => {
    if (comment.trim() !== '') return true;
    setMissing(status);
    input.current?.focus();
    return false;
  };
  return (
    <>
      {guard}
      {frame(
        <Box display="grid" gap="3">
          {deciding.replaced && <ReplacedDocument line={line} deciding={deciding} />}
          <CommentField
            input={input}
            value={comment}
            disabled={busy}
            missing={missing}
            onChange={(typed) => {
              setComment(typed);
              setMissing(null);
            }}
          />
          <NotOpened document={line.document} />
        </Box>,
      )}
      {/* A confirmation that is open is about the document that it names. */}
      <Decisions key={line.document.id} line={line} deciding={deciding} reasoned={reasoned} />
    </>
  );
}

interface DecisionsProps {
  line: { id: string; rowVersion: number; document: { name: string } };
  deciding: Deciding;
  /** Whether there is the reason that a decision needs; requests it where it is missing. */
  reasoned: (status: Decision) => boolean;
}

/**
 * The three decisions, always visible; the two that end the turn permanently ask again. None can be made on a document
 * that has replaced the one that the user has read.
 */
function Decisions({ line, deciding: { comment, busy, replaced, decide, refused }, reasoned }: DecisionsProps) {
  const { t } = useTranslation('approvalLine');
  const approving = useDialog();
  const rejecting = useDialog();
  return (
    <ActionBar display="flex" flexWrap="wrap" gap="2">
      <DecisionRefused refused={refused} />
      <Button look="main" icon={<Check aria-hidden />} loading={busy} disabled={replaced} onClick={approving.show}>
        {t('act.approve')}
      </Button>
      <Button
        icon={<RotateCcw aria-hidden />}
        disabled={busy || replaced}
        onClick={() => reasoned('REWORKED') && void decide(line, 'REWORKED', comment)}
      >
        {t('act.rework')}
      </Button>
      <Button
        icon={<CircleX aria-hidden />}
        color="danger.text"
        disabled={busy || replaced}
        onClick={() => reasoned('REJECTED') && rejecting.show()}
      >
        {t('act.reject')}
      </Button>
      <ConfirmDialog
        {...approving.props}
        title={t('act.approveTitle')}
        body={t('act.approveBody', { document: line.document.name })}
        confirmLabel={t('act.approve')}
        onConfirm={async () => void (await decide(line, 'APPROVED', comment))}
      />
      <ConfirmDialog
        {...rejecting.props}
        destructive
        title={t('act.rejectTitle')}
        body={t('act.rejectBody')}
        confirmLabel={t('act.reject')}
        onConfirm={async () => void (await decide(line, 'REJECTED', comment))}
      />
    </ActionBar>
  );
}

interface CommentFieldProps {
  input: RefObject<HTMLTextAreaElement | null>;
  value: string;
  disabled: boolean;
  /** The decision that lacks a comment. */
  missing: Decision | null;
  onChange: (typed: string) => void;
}

function CommentField({ input, value, disabled, missing, onChange }: CommentFieldProps) {
  const { t } = useTranslation('approvalLine');
  const id = useId();
  return (
    <Box display="grid" gap="1.5">
      <chakra.label htmlFor={id} fontWeight="semibold" lineHeight="dense">
        {t('act.comment')}
      </chakra.label>
      <TextAreaInput
        ref={input}
        id={id}
        rows={3}
        maxLength={2000}
        value={value}
        disabled={disabled}
        aria-describedby={`${id}help`}
        {...(missing && { 'aria-invalid': true })}
        onChange={(event) => onChange(event.target.value)}
      />
      <chakra.p
        id={`${id}help`}
        textStyle="dense"
        color={missing ? 'danger.text' : 'muted'}
        {...(missing && { role: 'alert' })}
      >
        {missing
          ? t('act.commentMissing', { action: t(missing === 'REWORKED' ? 'act.rework' : 'act.reject') })
          : t('act.commentHelp')}
      </chakra.p>
    </Box>
  );
}
