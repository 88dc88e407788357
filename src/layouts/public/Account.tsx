import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi, signOut } from '#api/browser.ts'
import { useSignedIn } from '#api/useSignedIn.ts'
import { Icon } from '#ui/Icon.tsx'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { noteUnread, useUnread } from '../unread.ts'
import { askMenuAgain } from './menu.ts'
import './account.css'

/** 登录 and 注册, or 欢迎 and 退出. Filled in by the browser, since the page itself is the same for everyone. */
export function Account() {
  const signedIn = useSignedIn()
  const name = useMemberName(signedIn)
  const unread = useUnread('member')
  const leave = useSignOut()
  return (
    <div className="account">
      <Icon name="user" size={18} />
      {signedIn ? (
        <>
          <Link to="/admin/user">
            <span className="account-name">欢迎 {name} </span>用户中心
          </Link>
          {unread ? (
            <Link className="account-more" to="/admin/user/messages?read=0">
              消息 <UnreadBadge count={unread} />
            </Link>
          ) : null}
          <button className="account-more" type="button" onClick={() => void leave()}>
            退出
          </button>
        </>
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

/** Loaded again whenever the login status changes, cleared when there is no token. */
function useMemberName(signedIn: boolean) {
  const [name, setName] = useState('')
  useEffect(() => {
    setName('')
    if (!signedIn) return
    let current = true
    browserApi('GET /member/info', {}).then(
      member => {
        if (!current) return
        setName(member.orgName ?? member.realName ?? member.userName)
        noteUnread('member', member.unread)
      },
      () => {}, // What a refused session means, browser.ts has already seen to.
    )
    return () => {
      current = false
    }
  }, [signedIn])
  return name
}

/** Removes the token, reloads the menu and goes to the home page (spec.md section 4). */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    askMenuAgain()
    await Promise.all([signOut(), navigate('/admin/home/dash')])
  }
}
