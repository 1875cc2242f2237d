import { ReactFlowProvider } from 'reactflow';
import 'reactflow/dist/base.css';
import type { DataFlowGraph } from '../../../shared/dataFlow/schema.ts';
import { DiagramCanvas } from './DiagramCanvas.tsx';

export interface DiagramProps {
  data: DataFlowGraph;
  /** Identifies the filters: other ones cause another layout, the same ones keep it. */
  question: string;
  /** The node in focus, from the address. */
  focus: string | null;
  onFocus: (node: string | null) => void;
  mayArrange: boolean;
  /** Reports the positions of the nodes, for downloaded pictures. */
  onPlaces: (places: ReadonlyMap<string, { x: number; y: number }>) => void;
}

/** The diagram, in its own chunk. */
export default function DiagramView(props: DiagramProps) {
  return (
    <ReactFlowProvider>
      <DiagramCanvas {...props} />
    </ReactFlowProvider>
  );
}
