import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { RuleRows } from '#modules/settings/pages/RuleRows.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { type Way, wayNames } from '../ways.ts'
import type { Route } from './+types/StaffConfirming'

export { staffConfirming as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/confirming/rule/list', {}))

/** Edits how each kind of application is confirmed. Rules can be changed, but not added or removed. */
export default function StaffConfirming({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '确认方式',
    save: 'POST /staff/confirming/rule/save',
  })
  return (
    <SiteDesk
      desk={desk}
      className="desk-card movable-dense"
      title="申请怎样确认"
      about="以前须打印、盖章、扫描的申请，可改为由申请单位的负责人线上确认：看过全部内容和声明，凭发到手机的验证码确认，系统记下申请表和每个文件的摘要。"
    >
      {({ list }) => (
        <RuleRows rows={list} desk={desk} of="的确认方式">
          {({ values, statementVersion }) => {
            const ways = waysIn(values.ways).map(way => wayNames[way])
            return `${ways.join('，或')} · 声明第 ${statementVersion} 版`
          }}
        </RuleRows>
      )}
    </SiteDesk>
  )
}

const waysIn = (value: unknown): Way[] =>
  Array.isArray(value) ? value.filter((way): way is Way => Object.hasOwn(wayNames, String(way))) : []
