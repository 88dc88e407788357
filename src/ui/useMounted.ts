import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while its page is taken over, then true. */
export const useMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
