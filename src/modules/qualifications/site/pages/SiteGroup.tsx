import { Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Conflicts } from './Conflicts.tsx'
import type { SiteParts, SiteReview } from './StaffSiteReview.tsx'

/** Who goes, what is known of their ties, and whose declaration is signed. */
export function SiteGroup({ of, changed }: SiteParts) {
  const mayAct = useMay('staff:review') && of.stage === 'onSite'
  const { submit, busy, error } = useSubmit('POST /staff/qualification/site/declare')
  /** As ticked; the server's word follows. */
  const [ticked, tick] = useState<Record<number, boolean>>({})
  const declare = async ({ expertId, name }: SiteReview['group'][number], declared: boolean) => {
    tick({ ...ticked, [expertId]: declared })
    if (!(await submit({ id: of.id, expertId, declared }))) return tick({ ...ticked, [expertId]: !declared })
    announce(`${name}${declared ? '已签署' : '未签署'}回避声明`)
    changed()
  }
  return (
    <section className="desk-card">
      <h2>评审组</h2>
      <Problem>{error?.message}</Problem>
      <ul className="site-group" role="list">
        {of.group.map(member => (
          <li key={member.expertId}>
            <div>
              <Link to={`/staff/experts/${member.expertId}`}>{member.name}</Link>
              <span>
                {member.roleName}　{member.jobTitle}
              </span>
              <p>{member.employers.join('；') || '没有登记工作单位'}</p>
            </div>
            <Conflicts sentences={member.conflicts} />
            {mayAct ? (
              <Checkbox
                checked={ticked[member.expertId] ?? member.declaredOn !== null}
                disabled={busy}
                onChange={event => void declare(member, event.target.checked)}
              >
                已签署回避声明<span className="hidden-text">：{member.name}</span>
              </Checkbox>
            ) : (
              <span>{member.declaredOn ? `${member.declaredOn} 签署回避声明` : '尚未签署回避声明'}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
