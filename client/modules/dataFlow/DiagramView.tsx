import { ReactFlowProvider } from 'reactflow';
import 'reactflow/dist/base.css';
import type { DataFlowGraph } from '../../../shared/dataFlow/schema.ts';
import { DiagramCanvas } from './DiagramCanvas.tsx';

export interface DiagramProps {
  data: DataFlowGraph;
  /** Tells questions (filters) apart: another one is laid out again, the same one stays as it is. */
  question: string;
  /** The node that is shown alone with its path, from the address. */
  focus: string | null;
  onFocus: (node: string | null) => void;
  mayArrange: boolean;
  /** Tells where the nodes stand, for the pictures that are downloaded. */
  onPlaces: (places: ReadonlyMap<string, { x: number; y: number }>) => void;
}

/** The diagram, in a chunk of its own. */
export default function DiagramView(props: DiagramProps) {
  return (
    <ReactFlowProvider>
      <DiagramCanvas {...props} />
    </ReactFlowProvider>
  );
}
