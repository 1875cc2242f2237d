/** Prints only the article of a page, if there is one; styles for all printing are in client/media.css. */
export function PrintStyle() {
  return (
    <style>{`@media print {
  body:has(article) *:not(:has(article)):not(article):not(article *) { display: none !important }
}`}</style>
  );
}
