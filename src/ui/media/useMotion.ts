import { useSyncExternalStore } from 'react'

/** Whether things may move by themselves: not for visitors who asked for less motion, nor in 长者版, nor on a memorial day. */
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
