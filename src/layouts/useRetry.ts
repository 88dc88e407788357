import { useCallback, useEffect, useState } from 'react'
import { Refusal } from '#lib/error.ts'
import { useRevalidator } from '#ui/router/router.tsx'
import { focusHeading } from './public/useFocusOnNavigation.ts'

let isTrying = false
/** The frame around the page that failed stays as it is, whatever it could be asked. */
export const isRetry = () => isTrying

/** Asks for the page that failed with `error` once more. */
export function useRetry(error: unknown) {
  const { revalidate, state } = useRevalidator()
  const [isLooking, setLooking] = useState(false)
  const askAgain = async () => {
    isTrying = true
    await revalidate().finally(() => {
      isTrying = false
    })
    setTimeout(focusHeading)
  }
  const isLost = missingCodeRefusal(error) !== undefined
  /** Code that did not come is not asked for again within a page: it is loaded anew, as soon as the network is there. */
  const loadAnew = useCallback(async () => {
    setLooking(true)
    if (await isReached()) location.reload()
    else setLooking(false)
  }, [])
  useEffect(() => {
    if (isLost) void loadAnew()
  }, [isLost, loadAnew])
  return { retry: () => void (isLost ? loadAnew() : askAgain()), busy: isLooking || state === 'loading' }
}

const isReached = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Messages of Chromium, Safari and Firefox. */
const MISSING_CODE_MESSAGE = /dynamically imported module|Importing a module script failed/

/** Refusal for a page whose code could not be loaded (`vite.config.ts`). */
export const missingCodeRefusal = (error: unknown): Refusal | undefined =>
  error instanceof TypeError && MISSING_CODE_MESSAGE.test(error.message)
    ? new Refusal(0, '页面没有取到，可能是网络中断。')
    : undefined
