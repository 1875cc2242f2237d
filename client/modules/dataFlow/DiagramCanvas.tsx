import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { partOf, pathOf } from '../../../shared/dataFlow/graph.ts';
import { placesOfPart } from '../../../shared/dataFlow/layout.ts';
import { Box, Text, Waiting } from '../../ui/index.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { DiagramProps } from './DiagramView.tsx';
import { Drawing } from './Drawing.tsx';
import { useGraph } from './useGraph.ts';
import { usePlaces } from './usePlaces.ts';

/** The diagram once it is laid out: all of it, or the path of one node. */
export function DiagramCanvas({ data, question, focus, onFocus, mayArrange, onPlaces }: DiagramProps) {
  const fullGraph = useGraph(data);
  const laid = usePlaces(fullGraph, question, data.positions);
  const focused = focus !== null && laid.laidOut.node(focus) ? focus : null;
  const part = useMemo(() => {
    if (!laid.places) return null;
    if (focused === null) return { graph: laid.laidOut, places: laid.places };
    const graph = partOf(laid.laidOut, pathOf(laid.laidOut, { node: focused }));
    return { graph, places: placesOfPart(graph, laid.places) };
  }, [laid.laidOut, laid.places, focused]);
  useEffect(() => {
    if (part) onPlaces(part.places);
  }, [part, onPlaces]);

  if (!part) return <LayingOut />;
  return (
    <Drawing
      graph={part.graph}
      settled={part.places}
      ranges={laid.ranges}
      positions={data.positions}
      fitOn={`${laid.question} ${focused ?? ''}`}
      focused={focused}
      onFocus={onFocus}
      onTidy={laid.grown && focused === null ? laid.tidy : null}
      mayArrange={mayArrange && focused === null}
    />
  );
}

function LayingOut() {
  const { t } = useTranslation('dataFlow');
  return (
    <Waiting>
      <Box
        role="status"
        position="absolute"
        inset="0"
        display="grid"
        placeContent="center"
        gap="3"
        justifyItems="center"
      >
        <Skeleton width="220px" height="12px" />
        <Text textStyle="dense" color="muted">
          {t('layingOut')}
        </Text>
      </Box>
    </Waiting>
  );
}
