import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import './clerks.css'

type Info = Pick<Output<ApiContract['GET /member/info']>, 'clerk' | 'invitations' | 'orgName'>

/**
 * Banner above every screen of the member centre: the company the user acts for and in which role, or pending
 * invitations to become a clerk.
 */
export function ActingFor({ clerk, invitations, orgName }: Info) {
  if (!clerk && invitations === 0) return null
  return (
    <aside className="acting-for" aria-label="为谁办理">
      {clerk && (
        <p>
          正以{clerk.isOwner ? '负责人' : '经办人'}“{clerk.name}”的身份办理<strong>{orgName}</strong>的事务（
          {clerk.dutyNames.join('、')}）。<Link to="/admin/user/clerks">换一家单位，或回到本人账号</Link>
        </p>
      )}
      {invitations > 0 && (
        <p>
          有 {invitations} 家单位请您担任经办人，正等您答复。<Link to="/admin/user/clerks">查看邀请</Link>
        </p>
      )}
    </aside>
  )
}
