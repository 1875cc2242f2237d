export default function ConsentsPage() {
  return null;
}
