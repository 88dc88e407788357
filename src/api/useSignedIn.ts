import { useSyncExternalStore } from 'react'
import { hasToken, onLoginStatus } from './session.ts'

/** Whether this browser holds a token. Pages are rendered for anonymous visitors, so it is false until they are alive. */
export const useSignedIn = () => useSyncExternalStore(onLoginStatus, hasToken, () => false)
