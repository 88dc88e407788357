import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { newKindRules } from '../kindForm.ts'
import type { Route } from './+types/StaffAwardKinds'

export { staffAwardKinds as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/award/kind/list', {}))

type Kind = Output<ApiContract['GET /staff/award/kind/list']>['list'][number]

/** 奖项: what the association awards, in the order in which it is shown. */
export default function StaffAwardKinds({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const navigate = useNavigate()
  const desk = useSiteDesk<Kind>({
    answer,
    called: '奖项',
    save: async sent => {
      const { id } = await browserApi('POST /staff/award/kind/save', sent)
      await navigate(`/staff/award-kinds/${id}`)
    },
    move: sent => browserApi('POST /staff/award/kind/move', sent),
    remove: sent => browserApi('POST /staff/award/kind/remove', sent),
  })
  const rows = answer.data?.list ?? []
  const drag = useDrag<Kind>((row, onto) => desk.put(row, rows.indexOf(onto) + 1))
  return (
    <section className="desk-card movable-dense">
      <div className="desk-card-head">
        <h2>奖项</h2>
        <Button type="primary" onClick={() => desk.add({ open: 'yes', ...newKindRules })}>
          新增奖项
        </Button>
      </div>
      <p>
        这里的规则是每年申报通知的底稿；改动不影响已经发出的通知。评比达标表彰须在批准的项目内举办，任何环节不得收费。
      </p>
      {desk.notice}
      <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '还没有奖项' }}>
        {({ list }) => (
          <Movable rows={list} label="奖项的先后" move={desk.put} drag={drag}>
            {kind => (
              <>
                <div className="movable-main">
                  <p>
                    <Link to={`/staff/award-kinds/${kind.id}`}>{kind.name}</Link> <Tag>{kind.code}</Tag>{' '}
                    {!kind.isOpen && <Tag tone="warn">停办</Tag>}
                  </p>
                  <p>{kind.calls ? `${kind.calls} 个年度的申报通知` : '还没有申报通知'}</p>
                </div>
                <span className="movable-acts">
                  <Button type="text" danger onClick={() => desk.askRemoval(kind)}>
                    删除<span className="hidden-text">{kind.name}</span>
                  </Button>
                </span>
              </>
            )}
          </Movable>
        )}
      </States>
      {desk.dialogs}
    </section>
  )
}
