import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { holdImeKeys } from '#ui/keys/holdImeKeys.ts'
import { Document } from './layouts/document/Document.tsx'
import type { RouteModule } from './layouts/document/documentLoaders.ts'
import { documentParts } from './layouts/document/documentParts.tsx'
import { type DocumentData, documentRouter } from './layouts/document/documentRouter.ts'
import { PageParts } from './layouts/document/PageParts.ts'

declare global {
  interface Window {
    documentData: DocumentData
  }
}

/** Takes over a public page, whose routes have these files (`layouts/document/documentScripts.tsx`). */
export function open(modules: RouteModule[]): void {
  const { documentData } = window
  loadScriptsAtOnceFromNowOn()
  holdImeKeys()
  const routes = documentData.routes.map((route, at) => ({ ...route, module: modules[at]! }))
  const router = documentRouter(documentData, routes)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageParts value={documentParts}>
          <Document router={router} routes={routes} />
        </PageParts>
      </StrictMode>,
    )
  })
}

/**
 * Lets the next documents of this session load their scripts at once, since they are cached now
 * (`layouts/firstView/starter.ts`).
 */
function loadScriptsAtOnceFromNowOn() {
  try {
    sessionStorage.setItem('acts', 'yes')
  } catch {
    // The browser keeps nothing.
  }
}
