/** Screen. */
export default function IncidentsPage() {
  return null;
}
