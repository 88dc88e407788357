import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'

/** Whether whoever is signed in judges awards: asked once a sign-in, for the entry of the navigation that only experts have. */
export function useIsJudge(signedIn: boolean): boolean {
  const [isJudge, setJudge] = useState(false)
  useEffect(() => {
    setJudge(false)
    if (!signedIn) return
    let current = true
    browserApi('GET /award/scoring/mine', {}).then(
      ({ isExpert }) => current && setJudge(isExpert),
      () => {}, // As with unread messages: what a refused session means, browser.ts has seen to.
    )
    return () => {
      current = false
    }
  }, [signedIn])
  return isJudge
}
