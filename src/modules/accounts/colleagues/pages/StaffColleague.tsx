import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { SignIns } from '#modules/accounts/own/pages/SignIns.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Tag } from '#ui/Tag.tsx'
import { ColleagueDeputies } from '../../deputies/pages/ColleagueDeputies.tsx'
import { HandOver } from '../../handingOver/pages/HandOver.tsx'
import type { Route } from './+types/StaffColleague'
import { ColleagueActs } from './ColleagueActs.tsx'
import { EditColleague } from './EditColleague.tsx'

export { staffColleague as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const [of, { list: roles }] = await Promise.all([
    api('GET /staff/colleague/detail', { id: pathId(params.id) }),
    api('GET /staff/role/list', {}),
  ])
  return { of, roles }
})

export type ColleagueDetail = Output<ApiContract['GET /staff/colleague/detail']>

/** One of the staff: what the person may do, from where the person is signed in, and what an administrator may do about it. */
export default function StaffColleague({ loaderData: { of, roles } }: Route.ComponentProps) {
  useCalled(of.displayName)
  const { revalidate } = useRevalidator()
  const [times, setTimes] = useState(0)
  const changed = () => {
    setTimes(times + 1)
    void revalidate()
  }
  return (
    <>
      <section className="desk-card">
        <h2>
          {of.displayName} <Tag tone={of.status === 'active' ? 'good' : 'bad'}>{of.statusName}</Tag>
        </h2>
        <Facts
          facts={[
            ['用户名', of.userName],
            ['角色', of.roleNames.join('、') || '无'],
            ['手机号', of.phone ?? '未登记'],
            ['邮箱', of.email ?? '未登记'],
            ['密码', of.hasPassword ? '已设置' : '等待本人设置'],
            ['两步验证', of.hasSecondFactor ? '已启用' : '未启用'],
            ['最近登录', of.lastSignedInAt ? minute(of.lastSignedInAt) : '从未'],
          ]}
        />
        <ColleagueActs of={of} changed={changed} />
      </section>
      <EditColleague key={`${of.version} ${times}`} of={of} roles={roles} changed={changed} />
      <HandOver of={of} />
      <ColleagueDeputies of={of} changed={changed} />
      <SignIns userName={of.userName} sessions={of.sessions} />
    </>
  )
}
