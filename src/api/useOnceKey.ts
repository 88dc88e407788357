import { useRef } from 'react'

/** Idempotency key of one filling in of a form, `once` of its call: sent twice, it counts once. */
export const useOnceKey = (): string =>
  useRef(`${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`).current
