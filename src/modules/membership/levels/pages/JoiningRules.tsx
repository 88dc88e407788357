import { Button } from 'antd'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Output } from '#lib/contract.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { States } from '#ui/States.tsx'

type Rules = Output<ApiContract['GET /staff/joining/list']>

/** How organisations and persons join: either rule is changed, none is added or removed. */
export function JoiningRules({ answer: loaded }: { answer: Parameters<typeof useLoaded<Rules>>[0] }) {
  const answer = useLoaded(loaded)
  const desk = useSiteDesk({
    answer,
    called: '入会办法',
    save: sent => browserApi('POST /staff/joining/save', sent),
    remove: () => Promise.reject(new Error('入会办法不能删除')),
  })
  return (
    <>
      <section className="desk-card movable-dense">
        <h2>入会办法</h2>
        {desk.notice}
        <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '还没有入会办法' }}>
          {({ list, fields }) =>
            list.map(row => (
              <div key={row.id} className="desk-card-head">
                <div className="movable-main">
                  <p>
                    <b>{row.name}</b>
                  </p>
                  <p>
                    {['steps', 'firstYear', 'materials', 'fields']
                      .map(name => fields.find(field => field.name === name)!)
                      .map(field => `${field.label}：${countOr(field, row.values)}`)
                      .join(' · ')}
                  </p>
                </div>
                <Button onClick={() => desk.edit(row)}>
                  修改<span className="hidden-text">{row.name}</span>
                </Button>
              </div>
            ))
          }
        </States>
      </section>
      {desk.dialogs}
    </>
  )
}

/** Of rows how many there are; of anything else what it says. */
function countOr(field: Rules['fields'][number], values: Rules['list'][number]['values']): string {
  const value = values[field.name]
  return field.kind === 'rows' ? `${Array.isArray(value) ? value.length : 0} 项` : wordsOf(field, value ?? null) || '无'
}
