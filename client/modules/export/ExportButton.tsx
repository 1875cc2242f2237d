import { Suspense } from 'react';
import { EXPORT_KINDS, type ExportFormat, type ExportKind } from '../../../shared/exportKinds.ts';
import { loadLateTexts } from '../../i18n.ts';
import { useCan } from '../../shell/session.tsx';
import { lazyScreen, Skeleton } from '../../ui/index.ts';

export interface ExportButtonProps {
  kind: ExportKind;
  /** Fewer than the kind has, or in another order; the first is the one offered first. */
  formats?: readonly ExportFormat[];
  /** The record it is of (its id), where the kind is of one. */
  subjectId?: string;
  /** Filters, as the kind's maker takes them; those that the screen shows. */
  input?: Record<string, unknown>;
  size?: 'sm' | 'md';
  look?: 'plain' | 'quiet' | 'main';
}

const Body = lazyScreen(() => Promise.all([import('./ExportMenu.tsx'), loadLateTexts()]).then(([menu]) => menu));

/**
 * Starts an export of what the screen shows: format and language are chosen in a small box, progress is told on the
 * button, and a notice with the download comes wherever the person is by then. Nothing for those who may not start it.
 * Brings its own texts and code, so any page may use it.
 * @example <ExportButton kind="inventories" input={{ query: state.input.query }} />
 */
export function ExportButton(props: ExportButtonProps) {
  const allowed = useCan(EXPORT_KINDS[props.kind].permission);
  if (!allowed) return null;
  return (
    <Suspense fallback={<Skeleton width="7.5rem" height={props.size === 'sm' ? '8' : '10'} />}>
      <Body {...props} />
    </Suspense>
  );
}
