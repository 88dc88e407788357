import type { PageParts } from './PageParts.ts'

/**
 * Of a document in the browser. Its head stays as the server sent it: nothing in it changes while the document is shown,
 * and React need not know what it is made of. Its two scripts have done their work (`documentScripts.tsx`).
 */
export const documentParts: PageParts = {
  Head: () => <head suppressHydrationWarning dangerouslySetInnerHTML={{ __html: document.head.innerHTML }} />,
  Scripts: () => (
    <>
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} type="module" async />
    </>
  ),
}
