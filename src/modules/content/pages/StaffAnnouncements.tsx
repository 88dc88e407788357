import { Announcement } from '#layouts/public/Announcements.tsx'
import { iso, minute } from '#lib/dates.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { StateTag, Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffAnnouncements'

export { staffAnnouncements as handle } from './screens.ts'

export const clientLoader = recordsLoader('announcement')

/** 公告条: the line on top of every public page, and from when to when it stands there. */
export default function StaffAnnouncements({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="公告条"
      title="全部公告条"
      add="新增公告条"
      blank={{ level: 'info', startsAt: iso(new Date()) }}
      about="显示在每个公开页面的页眉下方，同时最多两条，紧急的在前。访客关闭后，本次浏览不再显示。"
      empty={{ title: '没有公告条' }}
      history="announcement"
      preview={({ text, level }) =>
        typeof text === 'string' &&
        text && (
          <figure className="announcement-preview">
            <figcaption>预览</figcaption>
            <Announcement of={{ id: 0, text, linkUrl: null, level: level === 'urgent' ? 'urgent' : 'info' }} />
          </figure>
        )
      }
      row={row => (
        <>
          <p>
            <b>{row.name}</b> <StateTag of={row} tones={tones} />{' '}
            {row.values.level === 'urgent' && <Tag tone="bad">紧急</Tag>}
          </p>
          <p>
            {minute(String(row.values.startsAt))} 至{' '}
            {row.values.endsAt ? minute(String(row.values.endsAt)) : '另行删除'}
          </p>
        </>
      )}
    />
  )
}

const tones = { coming: 'water', showing: 'good', over: 'plain' } as const
