/** Screen. */
export default function IncidentSettingsPage() {
  return null;
}
