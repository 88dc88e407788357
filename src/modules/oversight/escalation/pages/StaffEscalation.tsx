import { Button } from 'antd'
import { browserApi } from '#api/browser.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffEscalation'
import './escalation.css'

export { staffEscalation as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/escalation/list', {}))

/** 督办规则: what is told to whom when it has lain too long. */
export default function StaffEscalation({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = useSiteDesk({
    answer,
    called: '督办规则',
    save: sent => browserApi('POST /staff/escalation/save', sent),
    remove: sent => browserApi('POST /staff/escalation/remove', sent),
  })
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>督办规则</h2>
        <Button type="primary" onClick={() => desk.add({ daysOver: 3 })}>
          新增规则
        </Button>
      </div>
      <p>每天早上检查：超期的工作按规则告知有该角色的同事，同一件事每条规则只告知一次，记在该件事上和审计日志里。</p>
      {desk.notice}
      <States
        answer={answer}
        empty={{
          when: ({ list }) => list.length === 0,
          title: '还没有督办规则',
          children: '没有规则时，超期的工作只在工作台上显示。',
        }}
      >
        {({ list, fields }) => {
          const roleField = fields.find(({ name }) => name === 'role')
          return (
            <ul className="escalation-rules" role="list">
              {list.map(row => (
                <li key={row.id}>
                  <div>
                    <p>
                      <b>{row.name}</b>，告知{roleField && wordsOf(roleField, row.values.role)}{' '}
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
      </States>
      {desk.dialogs}
    </section>
  )
}
