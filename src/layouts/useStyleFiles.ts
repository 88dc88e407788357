import { useEffect } from 'react'

/**
 * The styles that came within the first page (`lib/server/pages/firstPaint.ts`) give way to their files as these arrive:
 * a file leaves with the page that wanted it.
 */
export function useStyleFiles() {
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][media="print"]')) {
      const replace = () => {
        link.media = 'all'
        link.previousElementSibling?.remove()
      }
      if (link.sheet) replace()
      else link.addEventListener('load', replace, { once: true })
    }
  }, [])
}
