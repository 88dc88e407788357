import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '#ui/Icon.tsx'
import './signInSoon.css'

type Props = { title: string; lead: string; children: ReactNode }

/** What a visitor finds where the member centre is not open yet: what it will do, and how to get it done until then. */
export function SignInSoon({ title, lead, children }: Props) {
  return (
    <div className="wrap sign-in-soon">
      <div className="sign-in-soon-text">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {children}
        <p className="sign-in-soon-acts">
          <Link className="button primary" to="/admin/news/list-info/3467?pa=26">
            入会须知与申请表
          </Link>
          <Link className="button" to="/admin/news/info/35">
            联系协会办理
          </Link>
        </p>
      </div>
      <aside aria-label="会员中心可以办理">
        <h2>会员中心可以办理</h2>
        <ul role="list">
          {SERVICES.map(({ icon, name, text }) => (
            <li key={name}>
              <Icon name={icon} size={26} />
              <p>
                <b>{name}</b>
                {text}
              </p>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}

const SERVICES: { icon: IconName; name: string; text: string }[] = [
  { icon: 'building', name: '入会与会费', text: '网上申请入会、缴纳会费、下载会员证书和票据' },
  { icon: 'certificate', name: '能力评价', text: '申请、换证、升级与年度报告，随时查看进度' },
  { icon: 'calendar', name: '培训报名', text: '为多名员工报名、上传缴费凭证、查询成绩' },
  { icon: 'user', name: '人员证书', text: '本单位持证人员、到期提醒与继续教育学时' },
]
