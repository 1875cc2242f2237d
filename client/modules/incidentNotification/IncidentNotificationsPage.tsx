/** Screen. */
export default function IncidentNotificationsPage() {
  return null;
}
