/**
 * Where what is seen first of a long page ends: the server links the styles of all that follows here, and puts only those
 * of what is before into the page (`lib/server/pages/firstPaint.ts`). They leave as they arrive elsewhere
 * (`useStyleFiles.ts`).
 */
export const EndOfFirstView = () => (
  <i hidden data-rest suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
)
