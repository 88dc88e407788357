import { Button } from 'antd'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffFigures'

export { staffFigures as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/figure/list', {}))

/** 首页数字: which records each of them counts, and what that makes at this moment. */
export default function StaffFigures({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = useSiteDesk({
    answer,
    called: '首页数字',
    save: sent => browserApi('POST /staff/figure/save', sent),
    move: sent => browserApi('POST /staff/figure/move', sent),
    remove: sent => browserApi('POST /staff/figure/remove', sent),
    preview: ({ source }) => typeof source === 'string' && source && <Count source={source} />,
  })
  const rows = answer.data?.list ?? []
  const drag = useDrag<(typeof rows)[number]>((row, onto) => desk.put(row, rows.indexOf(onto) + 1))
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>首页显示的数字</h2>
          <Button type="primary" onClick={() => desk.add({ state: 'shown' })}>
            新增数字
          </Button>
        </div>
        <p>数字由登记的记录实时统计，改动后首页立即更新。</p>
        {desk.notice}
        <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '首页还没有数字' }}>
          {({ list, fields }) => (
            <Movable rows={list} label="首页数字的先后" move={desk.put} drag={drag}>
              {row => (
                <>
                  <div className="movable-main">
                    <p>
                      <b>{row.name}</b> {row.num.toLocaleString('en')} {String(row.values.unit)}{' '}
                      {row.values.state === 'hidden' && <Tag>不显示</Tag>}
                    </p>
                    <p>统计：{wordsOf(fields.find(({ name }) => name === 'source')!, row.values.source)}</p>
                  </div>
                  <RowActs row={row} desk={desk} />
                </>
              )}
            </Movable>
          )}
        </States>
      </section>
      <SiteHistory objectType="figure" seen={answer.data?.list} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}

function Count({ source }: { source: string }) {
  const { data, error } = useApi('GET /staff/figure/count', { source })
  return (
    <p role="status">
      {error ? error.message : <>此刻的结果：{data ? <b>{data.num.toLocaleString('en')}</b> : '…'}</>}
    </p>
  )
}
