import {
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
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Button, chakra, ConfirmDialog, Flex, IconButton, useFormat } from '../../ui/index.ts';
import { FindNode } from './FindNode.tsx';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import type { Arrangement } from './useArrangement.ts';

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
  /** What fills the screen on request. */
  frame: RefObject<HTMLElement | null>;
  onFind: (key: string) => void;
  onZoom: (inward: boolean) => void;
  onFit: () => void;
  focused: string | null;
  onFocus: (node: string | null) => void;
  grown: boolean;
  tidy: () => void;
  mayArrange: boolean;
  /** Dragging moves nodes, in place of the picture. */
  arranging: boolean;
  onArranging: (arranging: boolean) => void;
  arrangement: Arrangement;
}

/** Finding, zoom, fit and arranging, over the top of the diagram. */
export function Toolbar({
  graph,
  frame,
  onFind,
  onZoom,
  onFit,
  focused,
  onFocus,
  grown,
  tidy,
  mayArrange,
  arranging,
  onArranging,
  arrangement,
}: ToolbarProps) {
  const { t } = useTranslation('dataFlow');
  const { text, number } = useFormat();
  const [asking, setAsking] = useState(false);
  const [full, setFull] = useState(false);
  const node = focused === null ? undefined : graph.node(focused);
  const fill = () => {
    const element = frame.current?.closest<HTMLElement>('[data-frame]');
    if (document.fullscreenElement) void document.exitFullscreen();
    else
      void element?.requestFullscreen().then(() => {
        setFull(true);
        element.addEventListener('fullscreenchange', () => setFull(document.fullscreenElement === element));
      });
  };
  return (
    <Box position="relative" zIndex="7" px="3" py="2" bg="surface" borderBottomWidth="1px">
      <Flex gap="2" wrap="wrap" align="center">
        <FindNode graph={graph} onFind={onFind} />
        <Group role="group" aria-label={t('view.diagram')}>
          <IconButton size="sm" label={t('zoomOut')} icon={<Minus aria-hidden />} onClick={() => onZoom(false)} />
          <IconButton size="sm" label={t('zoomIn')} icon={<Plus aria-hidden />} onClick={() => onZoom(true)} />
          <IconButton size="sm" label={t('fit')} icon={<Expand aria-hidden />} onClick={onFit} />
          <IconButton
            size="sm"
            label={t(full ? 'smaller' : 'fullScreen')}
            icon={full ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
            onClick={fill}
          />
        </Group>
        {mayArrange && (
          <Group role="group" aria-label={t('arrange.label')}>
            <Button
              size="sm"
              look="quiet"
              icon={arranging ? <Check aria-hidden /> : <Move aria-hidden />}
              aria-pressed={arranging}
              onClick={() => onArranging(!arranging)}
            >
              {t(arranging ? 'arrange.stop' : 'arrange.start')}
            </Button>
            {arranging && arrangement.undo && (
              <Button size="sm" look="quiet" icon={<Undo2 aria-hidden />} onClick={arrangement.undo}>
                {t('arrange.undo')}
              </Button>
            )}
            {arranging && arrangement.moved > 0 && (
              <Button size="sm" look="quiet" icon={<Workflow aria-hidden />} onClick={() => setAsking(true)}>
                {t('arrange.reset')}
              </Button>
            )}
          </Group>
        )}
        {grown && focused === null && (
          <Group role="status" bg="live.soft" color="live.text" textStyle="dense" px="3" gap="1.5">
            {t('arrange.changed')}
            <Button size="sm" look="text" color="live.text" icon={<Sparkles aria-hidden />} onClick={tidy}>
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
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('arrange.resetTitle')}
        body={t('arrange.resetBody', { number: number(arrangement.moved) })}
        confirmLabel={t('arrange.reset')}
        onConfirm={arrangement.reset}
      />
    </Box>
  );
}
