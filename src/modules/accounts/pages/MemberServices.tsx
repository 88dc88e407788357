import { useInUse } from '#layouts/useParts.ts'
import type { Part } from '#lib/parts.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'

type Service = { icon: IconName; name: string; text: string; parts?: readonly Part[] }

const SERVICES: Service[] = [
  { icon: 'building', name: '入会与会费', text: '网上申请入会、缴纳会费、下载会员证书和票据' },
  {
    icon: 'certificate',
    name: '能力评价',
    text: '申请、换证、升级与年度报告，随时查看进度',
    parts: ['qualifications'],
  },
  { icon: 'calendar', name: '培训报名', text: '为多名员工报名、上传缴费凭证、查询成绩', parts: ['training'] },
  { icon: 'user', name: '人员证书', text: '本单位持证人员、到期提醒与继续教育学时', parts: ['personnel'] },
]

export const MemberServices = () => (
  <aside className="member-services" aria-labelledby="member-services-title">
    <h2 id="member-services-title">会员中心可以办理</h2>
    <ul role="list">
      {useInUse(SERVICES).map(({ icon, name, text }) => (
        <li key={name}>
          <Icon name={icon} size={26} />
          <p>
            <b>{name}</b>
            {text}
          </p>
        </li>
      ))}
    </ul>
    <p>网站公开的内容不需要登录，可以直接查看。</p>
  </aside>
)
