export default function ConsentDashboardPage() {
  return null;
}
