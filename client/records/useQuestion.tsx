import { type ReactNode, useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/index.ts';

/** A destructive consequence of what is about to be saved. */
export interface Question {
  title: string;
  body: ReactNode;
  confirmLabel: string;
}

/**
 * Asks a question in the middle of an action.
 * @example const { ask, dialog } = useQuestion(); if (await ask({ title, body, confirmLabel })) …
 */
export function useQuestion(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isConfirmed: boolean) => void>(() => {});
  const ask = (next: Question) => {
    setQuestion(next);
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  const dialog = question && (
    <ConfirmDialog
      {...question}
      destructive
      open={isOpen}
      onConfirm={() => answer.current(true)}
      onClose={() => {
        setOpen(false);
        answer.current(false);
      }}
    />
  );
  return { ask, dialog };
}
