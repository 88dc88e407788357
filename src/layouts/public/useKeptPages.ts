import { useEffect } from 'react'
import { hasToken } from '#api/session.ts'
import { useLocation } from '#ui/router/router.tsx'

/** In ms: not before the page has come to rest. */
const AFTER = 2_000

/** On a phone, pages that are read stay readable without a network (public/offline.js); nothing is kept for who is signed in. */
export function useKeptPages() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !matchMedia('(max-width: 800px)').matches) return
    const timer = setTimeout(() => {
      if (!hasToken()) void keep(pathname + search)
    }, AFTER)
    return () => clearTimeout(timer)
  }, [pathname, search])
}

async function keep(page: string) {
  try {
    await navigator.serviceWorker.register('/offline.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ read: page })
  } catch {
    // The browser does not allow it: the site works as without.
  }
}
