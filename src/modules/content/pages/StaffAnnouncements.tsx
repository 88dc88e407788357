import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/StaffAnnouncements'
import '#ui/movable.css'
import { Button } from 'antd'
import { browserApi } from '#api/browser.ts'
import { Announcement } from '#layouts/public/Announcements.tsx'
import { iso, minute } from '#lib/dates.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'

export { staffAnnouncements as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/announcement/list', {}))

const tones = { coming: 'water', showing: 'good', over: 'plain' } as const

/** 公告条: the line on top of every public page, and from when to when it stands there. */
export default function StaffAnnouncements({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = useSiteDesk({
    answer,
    called: '公告条',
    save: sent => browserApi('POST /staff/announcement/save', sent),
    remove: sent => browserApi('POST /staff/announcement/remove', sent),
    preview: ({ text, level }) =>
      typeof text === 'string' &&
      text && (
        <figure className="announcement-preview">
          <figcaption>预览</figcaption>
          <Announcement of={{ id: 0, text, linkUrl: null, level: level === 'urgent' ? 'urgent' : 'info' }} />
        </figure>
      ),
  })
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>全部公告条</h2>
          <Button type="primary" onClick={() => desk.add({ level: 'info', startsAt: iso(new Date()) })}>
            新增公告条
          </Button>
        </div>
        <p>显示在每个公开页面的页眉下方，同时最多两条，紧急的在前。访客关闭后，本次浏览不再显示。</p>
        {desk.notice}
        <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '没有公告条' }}>
          {({ list }) => (
            <ul role="list" className="movable">
              {list.map(row => (
                <li key={row.id}>
                  <div className="movable-row">
                    <div className="movable-main">
                      <p>
                        <b>{row.name}</b> <Tag tone={tones[row.state]}>{row.stateName}</Tag>{' '}
                        {row.values.level === 'urgent' && <Tag tone="bad">紧急</Tag>}
                      </p>
                      <p>
                        {minute(String(row.values.startsAt))} 至{' '}
                        {row.values.endsAt ? minute(String(row.values.endsAt)) : '另行删除'}
                      </p>
                    </div>
                    <RowActs row={row} desk={desk} />
                  </div>
                </li>
              ))}
            </ul>
          )}
        </States>
      </section>
      <SiteHistory objectType="announcement" seen={answer.data?.list} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}
