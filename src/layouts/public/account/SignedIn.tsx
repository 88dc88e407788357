import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { Link } from '#ui/router/router.tsx'
import { UnreadBadge } from '../../UnreadBadge.tsx'
import { noteUnread, useUnread } from '../../unread.ts'
import { useSignOut } from './useSignOut.ts'

/** 欢迎, what is unread, and 退出. Loaded for those who are signed in. */
export function SignedIn() {
  const name = useMemberName()
  const unread = useUnread('member')
  const leave = useSignOut()
  return (
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
  )
}

type PendingMember = ReturnType<typeof askMember>
let pendingMember: PendingMember | undefined

const askMember = () => browserApi('GET /member/info', {})
/** The header and the menu of a phone show the same, and ask once. */
function loadMemberOnce(): PendingMember {
  pendingMember ??= askMember().finally(() => {
    pendingMember = undefined
  })
  return pendingMember
}

function useMemberName() {
  const [name, setName] = useState('')
  useEffect(() => {
    let current = true
    loadMemberOnce().then(
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
  }, [])
  return name
}
