/** Screen. */
export default function IncidentNotificationPage() {
  return null;
}
