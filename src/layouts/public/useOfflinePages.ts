import { useEffect } from 'react'
import { hasToken } from '#api/session.ts'
import { useLocation } from '#ui/router/router.tsx'

/** Delay in ms, to wait until the page is loaded. */
const SAVE_DELAY_MS = 2_000

/** Keeps the pages read on a phone for reading offline (public/offline.js); nothing is kept for signed-in users. */
export function useOfflinePages() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !matchMedia('(max-width: 800px)').matches) return
    const timer = setTimeout(() => {
      if (!hasToken()) void savePage(pathname + search)
    }, SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, search])
}

async function savePage(page: string) {
  try {
    await navigator.serviceWorker.register('/offline.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ read: page })
  } catch {
    // The browser does not allow it: the site works as without.
  }
}
