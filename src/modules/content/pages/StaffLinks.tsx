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
import type { Route } from './+types/StaffLinks'

export { staffLinks as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/link/list', {}))

/** 友情链接 in the order of the home page, where those of a group stand together. */
export default function StaffLinks({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = useSiteDesk({
    answer,
    called: '友情链接',
    save: sent => browserApi('POST /staff/link/save', sent),
    move: sent => browserApi('POST /staff/link/move', sent),
    remove: sent => browserApi('POST /staff/link/remove', sent),
  })
  const rows = answer.data?.list ?? []
  const drag = useDrag<(typeof rows)[number]>((row, onto) => desk.put(row, rows.indexOf(onto) + 1))
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>全部链接</h2>
          <Button type="primary" onClick={() => desk.add({ kind: 'text' })}>
            新增链接
          </Button>
        </div>
        {desk.notice}
        <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '还没有友情链接' }}>
          {({ list }) => (
            <Movable rows={list} label="友情链接的先后" move={desk.put} drag={drag}>
              {row => (
                <>
                  <div className="movable-main">
                    <p>
                      <b>{row.name}</b> <Tag>{String(row.values.group)}</Tag>{' '}
                      {row.values.kind === 'picture' && <Tag tone="water">图片</Tag>}
                    </p>
                    <p>{String(row.values.url)}</p>
                  </div>
                  <RowActs row={row} desk={desk} />
                </>
              )}
            </Movable>
          )}
        </States>
      </section>
      <SiteHistory objectType="link" seen={answer.data?.list} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}
