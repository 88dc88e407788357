/**
 * Marks the end of the first view of a long page: the server inlines the styles of the parts before it and links here
 * those of the parts after it (`lib/server/pages/firstPaint.ts`). The links are removed once all style files of the
 * page have loaded (`useStyleFiles.ts`).
 */
export const EndOfFirstView = () => (
  <i hidden data-rest suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
)
