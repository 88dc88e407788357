import { Button } from 'antd'
import { browserApi } from '#api/browser.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffHomeBlocks'

export { staffHomeBlocks as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/homeBlock/list', {}))

/** 首页版块: what the home page is made of, from above to below. */
export default function StaffHomeBlocks({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = useSiteDesk({
    answer,
    called: '首页版块',
    save: sent => browserApi('POST /staff/homeBlock/save', sent),
    move: sent => browserApi('POST /staff/homeBlock/move', sent),
    remove: sent => browserApi('POST /staff/homeBlock/remove', sent),
  })
  const rows = answer.data?.list ?? []
  const drag = useDrag<(typeof rows)[number]>((row, onto) => desk.put(row, rows.indexOf(onto) + 1))
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>首页自上而下</h2>
          <Button type="primary" onClick={() => desk.add({ kind: 'documents', rows: 6, state: 'shown' })}>
            新增版块
          </Button>
        </div>
        <p>没有内容的版块首页不显示。通知与培训、三种滚动名单、文件列表与快捷入口，前后相邻时并排显示。</p>
        {desk.notice}
        <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '首页还没有版块' }}>
          {({ list }) => (
            <Movable rows={list} label="首页版块的先后" move={desk.put} drag={drag}>
              {row => (
                <>
                  <div className="movable-main">
                    <p>
                      <b>{row.name}</b> {row.name !== row.kindName && <Tag tone="water">{row.kindName}</Tag>}{' '}
                      {row.values.state === 'hidden' && <Tag>不显示</Tag>}{' '}
                      {row.lacks && <Tag tone="warn">{row.lacks}</Tag>}
                    </p>
                    <p>
                      {[row.columnName && `栏目：${row.columnName}`, row.values.rows && `${row.values.rows} 条`]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                  <RowActs row={row} desk={desk} />
                </>
              )}
            </Movable>
          )}
        </States>
      </section>
      <SiteHistory objectType="homeBlock" seen={answer.data?.list} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}
