import { useRevalidator } from 'react-router'
import { Refusal } from '#lib/error.ts'
import { focusHeading } from './public/useFocusOnNavigation.ts'

let isTrying = false
/** The frame around the page that failed stays as it is, whatever it could be asked. */
export const isRetry = () => isTrying

/** Asks for the page that failed once more. */
export function useRetry() {
  const { revalidate, state } = useRevalidator()
  const retry = async () => {
    isTrying = true
    await revalidate().finally(() => {
      isTrying = false
    })
    setTimeout(focusHeading)
  }
  return { retry: () => void retry(), busy: state === 'loading' }
}

/** In the words of Chromium, Safari and Firefox. */
const MISSING = /dynamically imported module|Importing a module script failed/

/** Of a page whose code did not come (`vite.config.ts`). */
export const lostIn = (error: unknown): Refusal | undefined =>
  error instanceof TypeError && MISSING.test(error.message)
    ? new Refusal(0, '页面没有取到，可能是网络中断。')
    : undefined
