import { fieldText } from '#lib/form/formWords.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffEscalation'

export { staffEscalation as handle } from '../../pages/screens.ts'

export const clientLoader = recordsLoader('escalationRule')

/** 督办规则: what is told to whom when it has lain too long. */
export default function StaffEscalation({ loaderData }: Route.ComponentProps) {
  const roleField = loaderData.fields.find(({ name }) => name === 'role')!
  return (
    <RecordsScreen
      listed={loaderData}
      called="督办规则"
      title="督办规则"
      add="新增规则"
      blank={{ daysOver: 3 }}
      about="每天早上检查：超期的工作按规则告知有该角色的同事，同一件事每条规则只告知一次，记在该件事上和审计日志里。"
      empty={{ title: '还没有督办规则', children: '没有规则时，超期的工作只在工作台上显示。' }}
      row={({ name, told, values }) => (
        <>
          <p>
            <b>{name}</b>，告知{fieldText(roleField, values.role)} <Tag>已告知 {told} 次</Tag>
          </p>
          {values.note && <p>{String(values.note)}</p>}
        </>
      )}
    />
  )
}
