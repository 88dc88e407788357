import { useState } from 'react'
import type { PageParts } from './PageParts.ts'

/**
 * Head and scripts of a document in the browser. The head stays as the server sent it: given the same HTML each time,
 * React does not rebuild it. The two scripts have run already (`documentScripts.tsx`).
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
