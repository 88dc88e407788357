import { startSession } from '#api/session.ts'
import { useNavigate, useSearchParams } from '#ui/router/router.tsx'
import { targetOf } from '../target.ts'

/** Returns the target after sign-in: the page requested before, or the member centre. */
export function useSignInTarget(): string {
  const [query] = useSearchParams()
  return targetOf(query.get('dir')) ?? '/admin/user'
}

/** Goes on with a token: first to say whose the account is, where that is still open. */
export function useCompleteSignIn() {
  const navigate = useNavigate()
  const target = useSignInTarget()
  return ({ token, needComplete }: { token: string; needComplete: boolean }) => {
    startSession(token)
    return navigate(needComplete ? '/admin/user/profile' : target, { replace: true })
  }
}
