import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Check,
  Expand,
  Maximize,
  Minimize,
  Minus,
  Move,
  Plus,
  Route,
  Sparkles,
  Undo2,
  Workflow,
  X,
} from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Button, chakra, ConfirmDialog, Flex, IconButton, useDialog, useFormat } from '../../ui/index.ts';
import { FindNode } from './FindNode.tsx';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import type { Arrangement } from './useArrangement.ts';
import type { ViewControls } from './useView.ts';

const Group = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    bg: 'surface',
    borderWidth: '1px!',
    borderRadius: 'control',
    minHeight: '9',
  },
});

export interface ToolbarProps {
  graph: Graph;
  /** The element that is displayed in full screen. */
  frame: RefObject<HTMLElement | null>;
  view: ViewControls;
  onFind: (key: string) => void;
  focused: string | null;
  onFocus: (node: string | null) => void;
  /** The keyboard's node. */
  current: string | null;
  /** Null for those who cannot move nodes. */
  arrangement: Arrangement | null;
  /** Lays the picture out again; null while nothing was added to it. */
  onTidy: (() => void) | null;
}

/** Search, zoom, fit and arrangement, over the top of the diagram. */
export function Toolbar({ graph, frame, view, onFind, focused, onFocus, current, arrangement, onTidy }: ToolbarProps) {
  const { t } = useTranslation('dataFlow');
  const { text } = useFormat();
  const node = focused === null ? undefined : graph.node(focused);
  const at = current === null ? undefined : graph.node(current);
  return (
    <Box position="relative" zIndex="7" px="3" py="2" bg="surface" borderBottomWidth="1px">
      <Flex gap="2" wrap="wrap" align="center">
        <FindNode graph={graph} onFind={onFind} />
        <ViewButtons frame={frame} view={view} />
        {arrangement && <ArrangeButtons arrangement={arrangement} name={at && text(at.name)} />}
        {onTidy && (
          <Group role="status" bg="live.soft" color="live.text" textStyle="dense" px="3" gap="1.5">
            {t('arrange.changed')}
            <Button size="sm" look="text" color="live.text" icon={<Sparkles aria-hidden />} onClick={onTidy}>
              {t('arrange.tidy')}
            </Button>
          </Group>
        )}
        {node && (
          <Group role="status" bg="accent.soft" color="accent.text" textStyle="dense" px="3" gap="1.5" data-focus="">
            <Route size={15} aria-hidden />
            <chakra.span maxWidth="26rem" truncate>
              {t('focus.on', { name: text(node.name) })}
            </chakra.span>
            <Button size="sm" look="text" color="accent.text" icon={<X aria-hidden />} onClick={() => onFocus(null)}>
              {t('focus.stop')}
            </Button>
          </Group>
        )}
      </Flex>
    </Box>
  );
}

function ViewButtons({ frame, view }: Pick<ToolbarProps, 'frame' | 'view'>) {
  const { t } = useTranslation('dataFlow');
  const [full, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const fill = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.closest<HTMLElement>('[data-frame]')?.requestFullscreen();
  };
  return (
    <Group role="group" aria-label={t('view.diagram')}>
      <IconButton size="sm" label={t('zoomOut')} icon={<Minus aria-hidden />} onClick={view.zoomOut} />
      <IconButton size="sm" label={t('zoomIn')} icon={<Plus aria-hidden />} onClick={view.zoomIn} />
      <IconButton size="sm" label={t('fit')} icon={<Expand aria-hidden />} onClick={() => view.fit()} />
      <IconButton
        size="sm"
        label={t(full ? 'smaller' : 'fullScreen')}
        icon={full ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        onClick={fill}
      />
    </Group>
  );
}

const STEPS = [
  { step: 'left', icon: ArrowLeft },
  { step: 'up', icon: ArrowUp },
  { step: 'down', icon: ArrowDown },
  { step: 'right', icon: ArrowRight },
] as const;

/** `name`: of the node that the keyboard is at. */
function ArrangeButtons({ arrangement, name }: { arrangement: Arrangement; name: string | undefined }) {
  const { t } = useTranslation('dataFlow');
  const { number } = useFormat();
  const { arranging, setArranging, undo, moved, reset } = arrangement;
  const asking = useDialog();
  // A dialog is outside the element that fills the screen, and would be below it.
  const ask = async () => {
    if (document.fullscreenElement) await document.exitFullscreen();
    asking.show();
  };
  return (
    <>
      <Group role="group" aria-label={t('arrange.label')}>
        <Button
          size="sm"
          look="quiet"
          icon={arranging ? <Check aria-hidden /> : <Move aria-hidden />}
          aria-pressed={arranging}
          onClick={() => setArranging(!arranging)}
        >
          {t(arranging ? 'arrange.stop' : 'arrange.start')}
        </Button>
        {arranging && undo && (
          <Button size="sm" look="quiet" icon={<Undo2 aria-hidden />} onClick={undo}>
            {t('arrange.undo')}
          </Button>
        )}
        {arranging && moved > 0 && (
          <Button size="sm" look="quiet" icon={<Workflow aria-hidden />} onClick={() => void ask()}>
            {t('arrange.reset')}
          </Button>
        )}
      </Group>
      {arranging && name !== undefined && (
        <Group role="group" aria-label={t('arrange.move', { name })} title={t('arrange.keys')}>
          {STEPS.map(({ step, icon: Mark }) => (
            <IconButton
              key={step}
              size="sm"
              label={t(`arrange.to.${step}`, { name })}
              icon={<Mark aria-hidden />}
              onClick={() => {
                arrangement.nudge?.(step);
                arrangement.drop();
              }}
            />
          ))}
        </Group>
      )}
      <ConfirmDialog
        {...asking.props}
        title={t('arrange.resetTitle')}
        body={t('arrange.resetBody', { count: moved, number: number(moved) })}
        confirmLabel={t('arrange.reset')}
        onConfirm={reset}
      />
    </>
  );
}
