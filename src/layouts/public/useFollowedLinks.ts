import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** The screens of the member centre are not among the routes of public pages: they are loaded as pages. */
const OF_PAGES = /^\/admin\/(?!user(\/|$))[^.]*$/

/**
 * Lets the router follow plain links from page to page. Pages list dozens, and the router's own `Link` works out each
 * while it is drawn, which is an eighth of what a page costs; of all these a reader follows one.
 */
export function useFollowedLinks() {
  const navigate = useNavigate()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || !isPlainClick(event) || !isToPage(link)) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash, { replace: link.href === location.href })
  })
  useEffect(() => {
    const listen = (event: MouseEvent) => follow(event)
    document.addEventListener('click', listen)
    return () => document.removeEventListener('click', listen)
  }, [])
}

/** Others open a tab or a window, or save the page. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey

const isToPage = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  OF_PAGES.test(link.pathname) &&
  !link.target &&
  !link.hasAttribute('download') &&
  !isWithinPage(link)

/** The browser goes there by itself, and takes the focus along. */
const isWithinPage = ({ hash, pathname, search }: HTMLAnchorElement) =>
  hash !== '' && pathname === location.pathname && search === location.search
