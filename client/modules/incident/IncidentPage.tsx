/** Screen. */
export default function IncidentPage() {
  return null;
}
