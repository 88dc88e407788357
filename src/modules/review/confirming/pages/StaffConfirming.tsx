import { type Way, wayNames } from '#modules/review/wayWords.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import type { Route } from './+types/StaffConfirming'

export { staffConfirming as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = recordsLoader('confirmingRule')

/** Edits how each kind of application is confirmed. Rules can be changed, but not added or removed. */
export default function StaffConfirming({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="确认方式"
      of="的确认方式"
      className="desk-card movable-dense"
      title="申请怎样确认"
      about="以前须打印、盖章、扫描的申请，可改为由申请单位的负责人线上确认：看过全部内容和声明，凭发到手机的验证码确认，系统记下申请表和每个文件的摘要。"
      row={({ name, values, statementVersion }) => (
        <>
          <p>
            <b>{name}</b>
          </p>
          <p>
            {waysIn(values.ways)
              .map(way => wayNames[way])
              .join('，或')}{' '}
            · 声明第 {statementVersion} 版
          </p>
        </>
      )}
    />
  )
}

const waysIn = (value: unknown): Way[] =>
  Array.isArray(value) ? value.filter((way): way is Way => Object.hasOwn(wayNames, String(way))) : []
