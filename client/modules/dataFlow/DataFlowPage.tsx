export default function DataFlowPage() {
  return null;
}
