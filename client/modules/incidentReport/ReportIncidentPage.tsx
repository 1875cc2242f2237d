/** Screen. */
export default function ReportIncidentPage() {
  return null;
}
