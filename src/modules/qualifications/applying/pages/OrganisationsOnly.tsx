import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMember } from '#layouts/member/member.ts'
import { ProfileFirst } from '#modules/members/pages/ProfileFirst.tsx'
import { Empty } from '#ui/Empty.tsx'

/** Abilities are certified of organisations, and of those that have said who they are. */
export function OrganisationsOnly({ children }: { children: ReactNode }) {
  const { accountType, isComplete } = useMember()
  if (accountType === 'person')
    return (
      <section className="centre-card">
        <Empty title="能力评价面向单位" icon="certificate">
          <p>
            请用单位账号登录后申请。您本人的证书在<Link to="/admin/user/certificates">我的证书</Link>中查看。
          </p>
        </Empty>
      </section>
    )
  if (!isComplete)
    return (
      <ProfileFirst
        title="请先完善单位资料"
        then="填写单位资料后，即可对照条件、在线申请能力评价，已填的内容会自动带入申请表。"
      />
    )
  return children
}
