import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { holdImeKeys } from '#ui/keys/holdImeKeys.ts'
import { RoutingProvider } from '#ui/router/routing.ts'
import { PageParts } from './layouts/document/PageParts.ts'
import { reactRouting } from './layouts/document/reactRouting.ts'
import { screenParts } from './layouts/document/screenParts.tsx'

holdImeKeys()
/** Hydrates all screens, and in development every page. */
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RoutingProvider value={reactRouting}>
        <PageParts value={screenParts}>
          {/* Not as transitions: what leaves a page is shown at once, and not when React finds the time for it. */}
          <HydratedRouter useTransitions={false} />
        </PageParts>
      </RoutingProvider>
    </StrictMode>,
  )
})
