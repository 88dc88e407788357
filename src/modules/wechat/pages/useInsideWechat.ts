import { useEffect } from 'react'
import { useLocation } from '#ui/router/router.tsx'
import { isInsideWechat } from './isInsideWechat.ts'

/**
 * Adapts pages to WeChat's browser: file links show instructions, shared pages become cards. Other browsers load none
 * of it.
 */
export function useInsideWechat(isOffered: boolean) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (isInsideWechat()) void import('./insideSheet.ts').then(({ guideLinks }) => guideLinks())
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (!isOffered || !isInsideWechat()) return
    // A page that cannot be shared as a card is shared as a link: nobody is told.
    import('./share.ts').then(({ prepareCard }) => prepareCard()).catch(() => {})
  }, [isOffered, pathname, search])
}
