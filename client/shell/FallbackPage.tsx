/**
 * Displayed when even the error page fails, so it depends on nothing: no translations, no theme, no router. Both
 * languages side by side, since the chosen one may be unknown.
 */
export function FallbackPage() {
  const home = /^\/en(\/|$)/.test(location.pathname) ? '/en' : '/';
  return (
    <main
      style={{
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 12,
        minHeight: '100dvh',
        padding: 24,
        textAlign: 'center',
        fontFamily: 'system-ui, sans-serif',
        lineHeight: 1.6,
      }}
    >
      <h1 style={{ fontSize: '1.5rem' }}>ระบบแสดงหน้านี้ไม่ได้ · This page cannot be shown</h1>
      <p>ข้อมูลที่บันทึกไว้แล้วยังอยู่ครบ · What was saved is safe.</p>
      <a href={home}>กลับหน้าแรก · Go home</a>
    </main>
  );
}
