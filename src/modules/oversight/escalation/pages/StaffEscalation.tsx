import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffEscalation'
import './escalation.css'

export { staffEscalation as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/escalation/list', {}))

/** 督办规则: what is told to whom when it has lain too long. */
export default function StaffEscalation({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '督办规则',
    save: 'POST /staff/escalation/save',
    remove: 'POST /staff/escalation/remove',
  })
  return (
    <SiteDesk
      desk={desk}
      title="督办规则"
      add="新增规则"
      blank={{ daysOver: 3 }}
      about="每天早上检查：超期的工作按规则告知有该角色的同事，同一件事每条规则只告知一次，记在该件事上和审计日志里。"
      empty={{ title: '还没有督办规则', children: '没有规则时，超期的工作只在工作台上显示。' }}
    >
      {({ list, fields }) => {
        const roleField = fields.find(({ name }) => name === 'role')
        return (
          <ul className="escalation-rules" role="list">
            {list.map(row => (
              <li key={row.id} className="apart">
                <div>
                  <p>
                    <b>{row.name}</b>，告知{roleField && fieldText(roleField, row.values.role)}{' '}
                    <Tag>已告知 {row.told} 次</Tag>
                  </p>
                  {row.values.note && <p>{String(row.values.note)}</p>}
                </div>
                <RowActs row={row} desk={desk} />
              </li>
            ))}
          </ul>
        )
      }}
    </SiteDesk>
  )
}
