/** Screen. */
export default function IncidentDashboardPage() {
  return null;
}
