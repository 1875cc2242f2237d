export default function AdminsPage() {
  return null;
}
