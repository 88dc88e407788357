import { useState } from 'react'
import type { PageParts } from './PageParts.ts'

/**
 * Of a document in the browser. Its head stays as the server sent it: React need not know what it is made of, and must be
 * told the same each time, or it would make all of it anew. Its two scripts have done their work (`documentScripts.tsx`).
 */
export const documentParts: PageParts = {
  Head: function Head() {
    const [html] = useState(() => document.head.innerHTML)
    return <head suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  },
  Scripts: () => (
    <>
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} type="module" async />
    </>
  ),
}
