/**
 * Counts, without cookies and without a word about who, which adverts are seen and clicked on the pages of this visit. A
 * script of its own beside the program: nothing waits for it.
 */

/** Interval of the checks, and time that an advert must be visible to be counted, in ms. */
const CHECK_INTERVAL_MS = 250
const MIN_VISIBLE_MS = 1000

const known = new WeakSet<Element>()
/** Adverts at least half in view, with the time for which they have been visible. */
const inView = new Map<HTMLElement, number>()

const observer = new IntersectionObserver(
  entries => {
    for (const { target, intersectionRatio } of entries)
      if (intersectionRatio < 0.5) inView.delete(target as HTMLElement)
      else if (!inView.has(target as HTMLElement)) inView.set(target as HTMLElement, 0)
  },
  { threshold: [0, 0.5] },
)

const idOf = (advert: HTMLElement) => Number(advert.dataset.advert)

function sendCount(path: string, what: object) {
  const body = new Blob([JSON.stringify(what)], { type: 'application/json' })
  navigator.sendBeacon(`/api/app/adverti/${path}`, body)
}

/** A slide that waits for its turn lies in the same place as the one that is shown. */
const isSeen = (advert: HTMLElement) => !document.hidden && !advert.closest('[inert]')

function countVisible() {
  for (const advert of document.querySelectorAll('[data-advert]')) {
    if (known.has(advert)) continue
    known.add(advert)
    observer.observe(advert)
  }
  const ids: number[] = []
  for (const [advert, time] of inView) {
    const seen = isSeen(advert) ? time + CHECK_INTERVAL_MS : 0
    inView.set(advert, seen)
    if (seen < MIN_VISIBLE_MS) continue
    ids.push(idOf(advert))
    inView.delete(advert)
    observer.unobserve(advert)
  }
  if (ids.length) sendCount('view', { ids })
}
setInterval(countVisible, CHECK_INTERVAL_MS)

function clicked({ target, button }: MouseEvent) {
  const advert = (target as Element).closest?.('a[href]')?.closest<HTMLElement>('[data-advert]')
  if (advert && button < 2) sendCount('click', { id: idOf(advert) })
}
addEventListener('click', clicked, true)
addEventListener('auxclick', clicked, true)
