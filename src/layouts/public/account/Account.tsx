import { type ComponentType, useEffect, useState } from 'react'
import { useSignedIn } from '#api/useSignedIn.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/router/router.tsx'
import './account.css'

/** 登录 and 注册, or who is signed in. Filled in by the browser, since the page itself is the same for everyone. */
export function Account() {
  const signedIn = useSignedIn()
  const SignedIn = useSignedInPart(signedIn)
  return (
    <div className="account">
      <Icon name="user" size={18} />
      {signedIn ? (
        SignedIn ? (
          <SignedIn />
        ) : (
          <Link to="/admin/user">用户中心</Link>
        )
      ) : (
        <>
          <Link to="/admin/login/login">登录</Link>
          <span className="account-more" aria-hidden="true">
            |
          </span>
          <Link className="account-more" to="/admin/login/register">
            注册
          </Link>
        </>
      )}
    </div>
  )
}

/** Fetched for those who are signed in; till then, and where it does not come, there is the way to their pages. */
function useSignedInPart(signedIn: boolean): ComponentType | undefined {
  const [part, setPart] = useState<{ SignedIn: ComponentType }>()
  useEffect(() => {
    if (!signedIn) return
    import('./SignedIn.tsx').then(setPart, () => {})
  }, [signedIn])
  return part?.SignedIn
}
