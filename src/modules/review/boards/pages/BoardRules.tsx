import { Button } from 'antd'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Output } from '#lib/contract.ts'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { States } from '#ui/States.tsx'

type Rules = Output<ApiContract['GET /staff/board/rule/list']>

/** What the charter says of each kind of meeting: a rule is changed, none is added or removed. */
export function BoardRules({ answer: loaded }: { answer: Parameters<typeof useLoaded<Rules>>[0] }) {
  const answer = useLoaded(loaded)
  const desk = useSiteDesk({
    answer,
    called: '会议规则',
    save: sent => browserApi('POST /staff/board/rule/save', sent),
    remove: () => Promise.reject(new Error('会议规则不能删除')),
  })
  return (
    <>
      <section className="desk-card movable-dense" id="rules">
        <h2>会议规则</h2>
        <p>按章程填写。修改后，以后召开的会议适用；已召开、已记录的会议仍按当时的规则。</p>
        {desk.notice}
        <States answer={answer}>
          {({ list }) =>
            list.map(row => (
              <div key={row.id} className="desk-card-head">
                <div className="movable-main">
                  <p>
                    <b>{row.name}</b>
                  </p>
                  <p>
                    {row.values.entitled ? `应到 ${row.values.entitled} 人 · ` : ''}
                    {row.sentences.join(' · ')}
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
