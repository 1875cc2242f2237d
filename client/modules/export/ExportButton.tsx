import { FileDown } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PREFETCH_IDLE_TIMEOUT } from '../../../shared/constants.ts';
import { EXPORT_KINDS, type ExportFormat, type ExportKind } from '../../../shared/registry/exportKinds.ts';
import { loadDeferredTexts } from '../../i18n.ts';
import { useCan } from '../../shell/session.tsx';
import { Button, lazyScreen } from '../../ui/index.ts';

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

const load = () => Promise.all([import('./ExportMenu.tsx'), loadDeferredTexts()]).then(([menu]) => menu);
const Body = lazyScreen(load);

/**
 * Starts an export of what the screen shows: format and language are chosen in a small box, progress is told on the
 * button, and a notice with the download comes wherever the person is by then. Nothing for those who may not start it.
 * Its texts and code come once the screen is drawn, or when somebody reaches for it, so that no first screen waits for
 * them.
 * @example <ExportButton kind="inventories" input={{ query: state.input.query }} />
 */
export function ExportButton(props: ExportButtonProps) {
  const { t } = useTranslation('common');
  const allowed = useCan(EXPORT_KINDS[props.kind].permission);
  // Not changed for the real one under somebody's pointer, which would lose the click.
  const [reached, setReached] = useState(false);
  const [wanted, setWanted] = useState<'later' | 'soon' | 'now'>('later');
  useEffect(() => {
    if (reached || wanted !== 'later') return;
    const timer = setTimeout(() => setWanted('soon'), PREFETCH_IDLE_TIMEOUT);
    return () => clearTimeout(timer);
  }, [reached, wanted]);
  if (!allowed) return null;
  const { look = 'plain', size = 'md' } = props;
  const reach = () => {
    setReached(true);
    // What fails now is tried again when the button is pressed.
    load().catch(() => {});
  };
  const leave = () => setReached(false);
  const waiting = (
    <Button
      look={look}
      size={size}
      icon={<FileDown aria-hidden />}
      aria-haspopup="dialog"
      loading={wanted === 'now'}
      onPointerEnter={reach}
      onPointerLeave={leave}
      onFocus={reach}
      onBlur={leave}
      onClick={() => setWanted('now')}
    >
      {t('export')}
    </Button>
  );
  if (wanted === 'later') return waiting;
  return (
    <Suspense fallback={waiting}>
      <Body {...props} openNow={wanted === 'now'} />
    </Suspense>
  );
}
