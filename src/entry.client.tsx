import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* Not as transitions: what leaves a page is shown at once, and not when React finds the time for it. */}
      <HydratedRouter useTransitions={false} />
    </StrictMode>,
  )
})
