import { useSyncExternalStore } from 'react'

/** Reports whether animation is allowed: not with reduced motion, in 长者版, or on a day of mourning. */
export const useMotion = () => useSyncExternalStore(subscribe, mayMove, () => false)

const CALM = '(prefers-reduced-motion: reduce)'
function mayMove() {
  const { dataset, classList } = document.documentElement
  return !matchMedia(CALM).matches && !dataset.elder && !classList.contains('grey')
}

function subscribe(heard: () => void) {
  const query = matchMedia(CALM)
  query.addEventListener('change', heard)
  addEventListener('hangxie:reading', heard)
  return () => {
    query.removeEventListener('change', heard)
    removeEventListener('hangxie:reading', heard)
  }
}
