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
  /** A subset of the kind's formats, or another order; the first is the default. */
  formats?: readonly ExportFormat[];
  /** Id of the exported record, if the kind exports a single record. */
  subjectId?: string;
  /** Filters in the format that the kind's generator expects; usually those of the page. */
  input?: Record<string, unknown>;
  size?: 'sm' | 'md';
  look?: 'plain' | 'quiet' | 'main';
}

const load = () => Promise.all([import('./ExportMenu.tsx'), loadDeferredTexts()]).then(([menu]) => menu);
const Body = lazyScreen(load);

/**
 * Starts an export of the displayed data: format and language are selected in a popover, progress is displayed on the
 * button, and a notification with the download appears on whatever page the user is by then. Renders nothing without
 * permission. Its texts and code are loaded after the page is rendered, or when the button is hovered or focused, so
 * that they do not delay the first page.
 * @example <ExportButton kind="inventories" input={{ query: state.input.query }} />
 */
export function ExportButton(props: ExportButtonProps) {
  const { t } = useTranslation('common');
  const allowed = useCan(EXPORT_KINDS[props.kind].permission);
  // Replaced by the real button once that is loaded, but not while the pointer is on it: the click would be lost.
  const [reached, setReached] = useState(false);
  const [wanted, setWanted] = useState<'later' | 'soon' | 'now'>('later');
  useEffect(() => {
    if (reached || wanted !== 'later') return;
    let free = true;
    const show = () => free && setWanted('soon');
    const timer = setTimeout(() => void load().then(show, () => {}), PREFETCH_IDLE_TIMEOUT);
    return () => {
      free = false;
      clearTimeout(timer);
    };
  }, [reached, wanted]);
  if (!allowed) return null;
  const { look = 'plain', size = 'md' } = props;
  const reach = () => {
    setReached(true);
    // A failure at this point is retried when the button is pressed.
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
