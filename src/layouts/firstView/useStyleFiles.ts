import { useEffect } from 'react'

/**
 * The styles that came within the first page (`lib/server/pages/firstPaint.ts`) give way to their files as these arrive:
 * a file leaves with the page that wanted it. Then those that were linked at the end of what is seen first go, too.
 */
export function useStyleFiles() {
  useEffect(() => {
    const links = document.querySelectorAll<HTMLLinkElement>('style + link[rel="stylesheet"]')
    let left = links.length
    for (const link of links) {
      const replace = () => {
        link.media = 'all'
        link.previousElementSibling?.remove()
        if (--left === 0) document.querySelector('[data-rest]')?.replaceChildren()
      }
      if (link.sheet) replace()
      else link.addEventListener('load', replace, { once: true })
    }
  }, [])
}
