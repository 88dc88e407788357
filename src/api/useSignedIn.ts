import { useSyncExternalStore } from 'react'
import { hasToken, onLoginStatus } from './session.ts'

/**
 * Reports whether this browser holds a token. Pages are rendered for anonymous visitors, so it is false until
 * hydration.
 */
export const useSignedIn = () => useSyncExternalStore(onLoginStatus, hasToken, () => false)
