export default function AdminsDashboardPage() {
  return null;
}
