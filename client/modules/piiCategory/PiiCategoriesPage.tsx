export default function PiiCategoriesPage() {
  return null;
}
