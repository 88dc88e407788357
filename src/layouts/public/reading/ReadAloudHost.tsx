import { lazy, Suspense, useEffect, useState } from 'react'
import { onReadAloudRequest } from '#ui/media/readAloud/readAloudEvents.ts'
import { useLocation } from '#ui/router/router.tsx'

const ReadAloud = lazy(() => import('#ui/media/readAloud/ReadAloud.tsx'))

/** Loads the reader once somebody asks for it; navigation to another page ends it. */
export function ReadAloudHost() {
  const [opener, setOpener] = useState<Element | null>(null)
  const { pathname, search } = useLocation()
  useEffect(() => onReadAloudRequest(() => setOpener(document.activeElement ?? document.body)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is gone with its page
  useEffect(() => setOpener(null), [pathname, search])
  if (!opener) return null
  const close = () => {
    setOpener(null)
    if (opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Suspense>
      <ReadAloud close={close} />
    </Suspense>
  )
}
