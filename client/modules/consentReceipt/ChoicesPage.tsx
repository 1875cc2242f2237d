export default function ChoicesPage() {
  return null;
}
